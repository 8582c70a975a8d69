import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { init } from '../../../src/tools/init/command';
import { hostileTexts } from '../../support/hostile-texts';
import { runInFolder } from '../../support/run-in-process';
import type { ScriptResult } from '../../support/run-script';
import { temporaryFolder, writeFiles } from '../../support/temporary-folder';

/** Projects of documents whose names, or texts, are to be run or read as something else. */

const temporary = temporaryFolder();

const document = (title: string): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title, version: '1.0.0' },
    paths: { '/a': { get: { operationId: 'a', responses: { 200: { description: 'Done' } } } } },
    components: { securitySchemes: { [title]: { type: 'mutualTLS' } } },
    security: [{ [title]: [] }],
  });

interface Made extends ScriptResult {
  /** In which there is the folder `project`. */
  readonly folder: string;
}

/** A project of a document of this name. */
async function projectOf(name: string, title = 'Library'): Promise<Made> {
  const folder = writeFiles(temporary, { [name]: document(title) });
  const args = ['project', '--spec', `./${name}`, '--no-install', '--package', '1.0.0'];
  return { folder, ...(await runInFolder(folder, init, args)) };
}

function readIn({ folder }: Made, file: string): string {
  return readFileSync(path.join(folder, 'project', file), 'utf8');
}

/** What commands get as arguments where a shell runs each of these lines. */
function argumentsIn(made: Made, lines: readonly string[]): string[][] {
  const stub = `npm() { printf '%s\\0' "$@"; }; trellis() { printf '%s\\0' "$@"; }`;
  const each = `for line in "$@"; do (eval "$line"); printf '\\0\\0'; done`;
  const cwd = path.join(made.folder, 'project');
  const args = ['-c', `${stub}\n${each}`, 'bash', ...lines];
  const { stdout } = spawnSync('bash', args, { cwd, encoding: 'utf8' });
  return stdout.split('\0\0').map((given) => given.split('\0'));
}

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}

const names = Object.entries(hostileTexts).map(([title, text]): [string, string] => [
  title,
  `${text.replace(/[/\0]/g, '_').replace(/\p{Cs}/gu, '')}.json`,
]);

it.each<[string, string]>([...names, ['a plain one with spaces', "a & b; (c) 'd'.json"]])(
  'a name that %s is refused, or taken as it is by scripts and the workflow',
  async (_, name) => {
    const made = await projectOf(name);
    if (made.code !== 0) {
      expect(made.stderr).toMatch(/ has ".+" in its name, .*; rename it\n$/);
      expect(existsSync(path.join(made.folder, 'project'))).toBe(false);
      return;
    }
    const { scripts } = JSON.parse(readIn(made, 'package.json')) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    const spec = `spec/${name}`;
    const commands = ['check', 'conformance', 'dev', 'generate', 'mock', 'scaffold'];
    const given = argumentsIn(
      made,
      commands.map((each) => scripts[each]!),
    );
    for (const [index, command] of commands.entries()) {
      expect([command, given[index]]).toEqual([command, expect.arrayContaining([spec])]);
    }
    const { jobs } = load(readIn(made, '.github/workflows/ci.yml')) as Workflow;
    const lines = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
    expect(argumentsIn(made, lines).flat()).toContain('HEAD^1');
    expect(lines.join('\n')).not.toContain('${{');
    expect(existsSync(path.join(made.folder, 'project', 'pwned'))).toBe(false);
  },
);

it('a name that a shell would run is refused, with the character and the remedy', async () => {
  const { code, stderr } = await projectOf('a$(touch pwned).json');
  expect(code).toBe(2);
  expect(stderr).toContain(
    'spec/a$(touch pwned).json has "$" in its name, which shells of npm scripts may take for a command; rename it\n',
  );
});

it('a title is text in the README, and names of schemes are', async () => {
  const title = '# <script>a</script> [b](javascript:c) `d`\n\n## e {{access}} \u202e';
  const made = await projectOf('openapi.json', title);
  const readme = readIn(made, 'README.md');
  expect(readme).toMatch(/^# \\# \\<script\\>a\\<\/script\\> \\\[b\\\]\(javascript:c\) \\`d\\`/);
  expect(readme.match(/^.*<script>.*$/gm)).toEqual([
    expect.stringMatching(/``.*<script>.*``/) as string,
  ]);
  expect(readme).not.toMatch(/^## e|\u202e/m);
});

it('a scheme is one of the authenticators, whatever its name is', async () => {
  const made = await projectOf('openapi.json', '__proto__');
  expect(readIn(made, 'src/authenticators.ts')).toContain("  ['__proto__']: refuse,\n");
});
