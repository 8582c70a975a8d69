import { spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import manifest from '../../../package.json';
import { type ScriptResult, TRELLIS, TRELLIS_PROGRAM } from '../../support/run-script';
import { SharedProcess } from '../../support/shared-commands';
import { temporaryFolder } from '../../support/temporary-folder';
import { itEach } from '../../support/it-each';

const folder = temporaryFolder();
const shared = new SharedProcess<ScriptResult>(TRELLIS_PROGRAM);
afterAll(() => shared.end());

const trellis = (...args: readonly string[]): Promise<ScriptResult> =>
  shared.run({ folder, args, env: { PATH: process.env.PATH } });

it.each<[name: string, args: string[], want: RegExp]>([
  ['the program', ['help'], /^Usage: trellis COMMAND\n/],
  ['the program', ['-h'], /^Usage: trellis COMMAND\n[\s\S]*^ {2}conformance --url URL /m],
  ['check', ['check', '-h'], /^Usage: npx --no -- trellis check /],
  ['generate', ['generate', '--help'], /^Usage: npx --no -- trellis generate /],
  ['init', ['init', '-h'], /^Usage: npx --no -- trellis init DIR /],
  ['scaffold', ['scaffold', '-h'], /^Usage: npx --no -- trellis scaffold /],
  ['mock', ['mock', 'a.yaml', '-h'], /^Usage: npx --no -- trellis mock FILE/],
  ['conformance', ['help', 'conformance'], /^Usage: npx --no -- trellis conformance /],
])('-h, --help and help print the usage of %s', async (_, args, want) => {
  const { code, stdout, stderr } = await trellis(...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(want);
});

itEach<[args: string[], want: RegExp]>({
  'a command': [
    ['generat'],
    /^There is no command "generat" \(see "trellis --help"\); did you mean "generate"\?\n$/,
  ],
  'no command': [[], /^A command is missing\n\nUsage: trellis COMMAND\n/],
  'an option': [
    ['check', '--onyl', 'document'],
    /^Unknown option '--onyl'; did you mean "--only"\?\n/,
  ],
  'a removed option': [
    ['check', '--traffic', 'a.har'],
    /^There is no option '--traffic' any more; npx --no -- trellis conformance --traffic FILE judges recorded exchanges\n$/,
  ],
})('exits 2 and names what is nearest to %s, or serves in its place', async (_, args, want) => {
  const { code, stdout, stderr } = await trellis(...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(want);
});

it('--version prints the version', async () => {
  expect(await trellis('--version')).toMatchObject({ code: 0, stdout: `${manifest.version}\n` });
});

it('exits 2 with one line where standard output cannot be written', () => {
  const stdio = ['ignore', openSync('/dev/full', 'w'), 'pipe'] as const;
  const { status, stderr } = spawnSync(process.execPath, [TRELLIS, '--help'], {
    stdio: [...stdio],
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringMatching(/^Cannot write to standard output: .*ENOSPC.*\n$/) as string,
  });
});

it('is content with readers that have closed their pipes', () => {
  const script = `set -o pipefail; '${process.execPath}' '${TRELLIS}' init --sepc 2>&1 | true`;
  expect(spawnSync('bash', ['-c', script]).status).toBe(2);
});
