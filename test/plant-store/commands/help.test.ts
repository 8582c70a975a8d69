import { Workplace } from '../../support/plant-store-process';

const workplace = new Workplace();
afterAll(() => workplace.remove());

it.each<[name: string, args: string[], want: RegExp]>([
  ['the program', ['help'], /^Usage: plant-store COMMAND\n/],
  ['the program', ['-h'], /^Usage: plant-store COMMAND\n[\s\S]*^ {2}backup FILE/m],
  [
    'serve',
    ['serve', '--help'],
    /^Usage:\n {2}plant-store serve \[--workers N\|auto\] +serve [^\n]+\n {3,}[^\n]+\n$/,
  ],
  [
    'all of token',
    ['token', '-h'],
    /^Usage:\n {2}plant-store token create .*\n(?:.*\n)*? {2}plant-store token revoke ID/,
  ],
  [
    'token create',
    ['token', 'create', '--help'],
    /^Usage:\n {2}plant-store token create --label TEXT/,
  ],
  ['token list', ['token', 'list', '-h'], /^Usage:\n {2}plant-store token list +[^\n]+\n$/],
  ['token revoke', ['token', 'revoke', 'x', '-h'], /^Usage:\n {2}plant-store token revoke ID/],
  [
    'import',
    ['import', 'a.ndjson', '-h'],
    /^Usage:\n {2}plant-store import FILE.*\n +a JSON object/,
  ],
  ['export', ['export', '-h'], /^Usage:\n {2}plant-store export /],
  ['backup', ['backup', '-h'], /^Usage:\n {2}plant-store backup FILE/],
  ['help of a command', ['help', 'backup'], /^Usage:\n {2}plant-store backup FILE/],
])('-h and --help print the usage of %s', async (_, args, want) => {
  const { code, stdout, stderr } = await workplace.runShared(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(want);
});

it.each<[name: string, args: string[], want: string]>([
  [
    'an option',
    ['token', 'create', '--lable', 'x'],
    `Unknown option '--lable'; did you mean "--label"?`,
  ],
  ['no command', [], 'A command is missing'],
  ['no argument', ['serve', 'now'], 'serve takes no arguments'],
  ['an option that is like none', ['export', '--verbose'], `Unknown option '--verbose'\n`],
])('exits 2 and names what is nearest to %s', async (_, args, want) => {
  const { code, stdout, stderr } = await workplace.runShared(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(want);
});

it.each([
  ['exprot', '; did you mean "export"?'],
  ['restore', '; docs/data.md shows how to restore a backup'],
  ['frobnicate', ''],
])('exits 2 and says in one line that there is no command %s', async (name, instead) => {
  expect(await workplace.runShared([name])).toEqual({
    ...{ code: 2, stdout: '' },
    stderr: `plant-store: There is no command "${name}" (see "plant-store --help")${instead}\n`,
  });
});

it.each([
  ['check', '--onyl', 'document'],
  ['conformance'],
  ['dev', '--help'],
  ['generate', '-h'],
  ['init', 'notes'],
  ['mock', 'a.yaml'],
  ['scaffold'],
])('exits 2 and says in one line that %s is a command of trellis', async (name, ...args) => {
  expect(await workplace.runShared([name, ...args])).toEqual({
    ...{ code: 2, stdout: '' },
    stderr: `plant-store: "${name}" is a command of trellis now; run "npx --no -- trellis ${name}", or in a checkout "npm run ${name}"\n`,
  });
});

it('--version prints the version', async () => {
  expect((await workplace.runShared(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

it('takes what follows "--" for no option', async () => {
  const { code, stderr } = await workplace.runShared(['import', '--', '-h']);
  expect(code).toBe(1);
  expect(stderr).toContain('-h');
});
