import { Workplace } from '../../support/plant-store-process';

/** What each command says of itself, and of what it does not know. */

const workplace = new Workplace();
afterAll(() => {
  workplace.remove();
});

it.each<[string, { args: string[]; want: RegExp }]>([
  ['the program', { args: ['-h'], want: /^Usage: plant-store COMMAND\n[\s\S]*^ {2}backup FILE/m }],
  [
    'serve',
    {
      args: ['serve', '--help'],
      want: /^Usage:\n {2}plant-store serve \[--workers N\|auto\] +serve [^\n]+\n {3,}[^\n]+\n$/,
    },
  ],
  [
    'all of token',
    {
      args: ['token', '-h'],
      want: /^Usage:\n {2}plant-store token create .*\n(?:.*\n)*? {2}plant-store token revoke ID/,
    },
  ],
  [
    'token create',
    {
      args: ['token', 'create', '--help'],
      want: /^Usage:\n {2}plant-store token create --label TEXT/,
    },
  ],
  [
    'token list',
    { args: ['token', 'list', '-h'], want: /^Usage:\n {2}plant-store token list +[^\n]+\n$/ },
  ],
  [
    'token revoke',
    { args: ['token', 'revoke', 'x', '-h'], want: /^Usage:\n {2}plant-store token revoke ID/ },
  ],
  [
    'import',
    {
      args: ['import', 'a.ndjson', '-h'],
      want: /^Usage:\n {2}plant-store import FILE.*\n +a JSON object/,
    },
  ],
  ['export', { args: ['export', '-h'], want: /^Usage:\n {2}plant-store export / }],
  ['backup', { args: ['backup', '-h'], want: /^Usage:\n {2}plant-store backup FILE/ }],
  ['help of a command', { args: ['help', 'backup'], want: /^Usage:\n {2}plant-store backup FILE/ }],
  ['check', { args: ['check', '-h'], want: /^Usage: npx --no -- plant-store check / }],
  ['generate', { args: ['generate', '-h'], want: /^Usage: npx --no -- plant-store generate / }],
  ['mock', { args: ['mock', 'a.yaml', '-h'], want: /^Usage: npx --no -- plant-store mock FILE/ }],
  [
    'conformance',
    { args: ['conformance', '-h'], want: /^Usage: npx --no -- plant-store conformance / },
  ],
])('-h and --help print the usage of %s', async (_, { args, want }) => {
  const { code, stdout, stderr } = await workplace.runShared(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(want);
});

it.each<[string, { args: string[]; want: string }]>([
  ['a command', { args: ['exprot'], want: 'There is no command "exprot"; did you mean "export"?' }],
  [
    'an option',
    {
      args: ['token', 'create', '--lable', 'x'],
      want: `Unknown option '--lable'; did you mean "--label"?`,
    },
  ],
  [
    'an option that is like none',
    { args: ['export', '--verbose'], want: `Unknown option '--verbose'\n` },
  ],
  [
    'an option of a command about a document',
    {
      args: ['check', '--onyl', 'document'],
      want: `Unknown option '--onyl'; did you mean "--only"?`,
    },
  ],
])('exits 2 and names what is nearest to %s', async (_, { args, want }) => {
  const { code, stdout, stderr } = await workplace.runShared(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(want);
});

it('exits 2 and names what serves in place of a removed option, in one line', async () => {
  const { code, stdout, stderr } = await workplace.runShared(['check', '--traffic', 'a.har']);
  expect({ code, stdout, stderr }).toEqual({
    ...{ code: 2, stdout: '' },
    stderr:
      "There is no option '--traffic' any more; npx --no -- plant-store conformance --traffic FILE judges recorded exchanges\n",
  });
});

it('takes what follows "--" for no option', async () => {
  const { code, stderr } = await workplace.runShared(['import', '--', '-h']);
  expect(code).toBe(1);
  expect(stderr).toContain('-h');
});
