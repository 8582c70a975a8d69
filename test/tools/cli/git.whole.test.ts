import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { check } from '../../../src/tools/check/command';
import { LastCommit } from '../../../src/tools/dev/undeclared-changes';
import { runInFolder } from '../../support/run-in-process';
import type { ScriptResult } from '../../support/run-script';
import { temporaryFolder } from '../../support/temporary-folder';

/** What a repository of somebody else could make git run, while tools read it. */

const folder = temporaryFolder();
const MARKER = path.join(folder, 'ran');
/** Stands for any program: it leaves the marker. */
const PROGRAM = path.join(folder, 'program');
writeProgram(PROGRAM, `: > ${MARKER}\nexit 1`);

function writeProgram(file: string, lines: string): void {
  writeFileSync(file, `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
}

const document = (path: string): string =>
  JSON.stringify(
    {
      openapi: '3.1.0',
      info: { title: 'Shop', version: '1.0.0', license: { name: 'None' } },
      servers: [{ url: 'https://example.com', description: 'The shop' }],
      paths: { [path]: { get: { responses: { 204: { description: 'Done' } } } } },
    },
    undefined,
    2,
  );

function run(cwd: string, args: readonly string[], input = ''): ReturnType<typeof spawnSync> {
  const who = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com'];
  return spawnSync('git', [...who, ...args], { cwd, input, encoding: 'utf8' });
}

function git(cwd: string, ...args: readonly string[]): void {
  const { status, stderr } = run(cwd, ['-c', 'protocol.file.allow=always', ...args]);
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${String(stderr)}`);
}

/** A repository with a document that was renamed and changed since the tag `base`, and attributes for drivers. */
function makeRepository(name: string): string {
  const repository = path.join(folder, name);
  mkdirSync(repository);
  git(repository, 'init', '--initial-branch', 'main');
  writeFileSync(path.join(repository, '.gitattributes'), '* filter=x diff=x merge=x\n');
  writeFileSync(path.join(repository, 'old.json'), document('/a'));
  git(repository, 'add', '--all');
  git(repository, 'commit', '--message', 'First');
  git(repository, 'tag', 'base');
  git(repository, 'mv', 'old.json', 'openapi.json');
  writeFileSync(path.join(repository, 'openapi.json'), document('/b'));
  writeFileSync(path.join(repository, 'openapi.accepted.txt'), 'widened /paths/~1a # Known\n');
  git(repository, 'add', '--all');
  git(repository, 'commit', '--message', 'Second');
  writeFileSync(path.join(repository, 'openapi.json'), document('/c'));
  return repository;
}

const common = makeRepository('common');
const repository = makeRepository('repository');
const OBJECTS = path.join('.git', 'objects');
writeFileSync(
  path.join(repository, OBJECTS, 'info', 'alternates'),
  `${path.join(common, OBJECTS)}\n`,
);

/** Everything that tools ask of git: of one base, of a missing one, and of the last commit. */
async function askAll(cwd: string): Promise<readonly (ScriptResult | string)[]> {
  const compare = (base: string): Promise<ScriptResult> =>
    runInFolder(cwd, check, ['--spec', 'openapi.json', '--only', 'breaking', '--base', base]);
  const answers = [await compare('base'), await compare('base:none.json')];
  return [...answers, dev(cwd)];
}

/** The result of comparing with `base`, from which an operation was removed. */
const COMPARED = {
  code: 1,
  stdout: expect.stringContaining('GET /a: the operation was removed') as string,
};

/** The paths that `dev` compares with. */
function dev(cwd: string): string {
  const before = process.cwd();
  process.chdir(cwd);
  try {
    return String(
      Object.keys(
        new LastCommit(path.join(cwd, 'openapi.json'), {}).document()?.document.paths ?? {},
      ),
    );
  } catch (error) {
    return (error as Error).message;
  } finally {
    process.chdir(before);
  }
}

type Setting = readonly [name: string, value: string];
type Row = readonly [
  name: string,
  settings: readonly Setting[],
  runs: readonly string[],
  input?: string,
];

const HOOKS = path.join(folder, 'hooks');
mkdirSync(HOOKS);
cpSync(PROGRAM, path.join(HOOKS, 'post-index-change'));
const INCLUDED = path.join(folder, 'included');
writeFileSync(INCLUDED, `[core]\n\tfsmonitor = ${PROGRAM}\n`);

const CREDENTIAL = 'protocol=https\nhost=127.0.0.1\n\n';

/** Settings of a repository that run a program, and a command of git that runs it. */
const ROWS: readonly Row[] = [
  ['a monitor of files', [['core.fsmonitor', PROGRAM]], ['diff', 'base']],
  ['an included file', [['include.path', INCLUDED]], ['diff', 'base']],
  ['hooks', [['core.hooksPath', HOOKS]], ['reset']],
  ['a filter of files read', [['filter.x.clean', PROGRAM]], ['diff', 'base']],
  ['a process that filters', [['filter.x.process', PROGRAM]], ['diff', 'base']],
  [
    'a filter of files written',
    [['filter.x.smudge', PROGRAM]],
    ['cat-file', '--filters', 'base:old.json'],
  ],
  ['a text conversion', [['diff.x.textconv', PROGRAM]], ['diff', 'base']],
  ['a program for differences of some files', [['diff.x.command', PROGRAM]], ['diff', 'base']],
  ['a program for differences', [['diff.external', PROGRAM]], ['diff', 'base']],
  ['a pager', [['core.pager', PROGRAM]], ['grep', '-O', 'openapi', '--', '*.json']],
  ['an editor', [['core.editor', PROGRAM]], ['commit', '--allow-empty']],
  ['a verifier of signatures', [['gpg.program', PROGRAM]], ['commit', '-S', '-m', 'c', '-a']],
  ['an alias', [['alias.x', `!${PROGRAM}`]], ['x']],
  [
    'a helper for credentials',
    [['credential.helper', `!${PROGRAM}`]],
    ['credential', 'fill'],
    CREDENTIAL,
  ],
  ['a question for passwords', [['core.askPass', PROGRAM]], ['credential', 'fill'], CREDENTIAL],
  ['ssh', [['core.sshCommand', PROGRAM]], ['fetch', 'ssh://127.0.0.1/x']],
  [
    'a list of references elsewhere',
    [['core.alternateRefsCommand', PROGRAM]],
    ['receive-pack', '.'],
    '0000',
  ],
  ['a proxy', [['core.gitProxy', PROGRAM]], ['fetch', 'git://127.0.0.1/x']],
];

function copyWith(settings: readonly Setting[]): string {
  const copy = mkdtempSync(path.join(folder, 'own-'));
  cpSync(repository, copy, { recursive: true });
  for (const [name, value] of settings) git(copy, 'config', name, value);
  return copy;
}

/** The folder of a clone that is a repository itself, by ordinary files of the cloned commit. */
function nestedIn(copy: string, worktree: string): string {
  const fork = mkdtempSync(path.join(folder, 'fork-'));
  const nested = path.join(fork, 'api');
  cpSync(path.join(copy, '.git'), nested, {
    recursive: true,
    filter: (file) => !['hooks', 'logs'].includes(path.basename(file)),
  });
  git(copy, 'config', '--file', path.join(nested, 'config'), 'core.worktree', worktree);
  for (const name of readdirSync(copy)) {
    if (name !== '.git') cpSync(path.join(copy, name), path.join(nested, name));
  }
  mkdirSync(path.join(nested, 'spec'));
  for (const name of ['refs/heads', 'objects', 'spec']) {
    writeFileSync(path.join(nested, name, 'openapi.json'), document('/c'));
  }
  git(fork, 'init', '--initial-branch', 'main');
  git(fork, 'add', '--all');
  git(fork, 'commit', '--message', 'Change');
  git(fork, 'tag', 'base');
  const clone = mkdtempSync(path.join(folder, 'clone-'));
  git(folder, 'clone', fork, clone);
  return path.join(clone, 'api');
}

function expectRefusal(answers: readonly (ScriptResult | string)[], nested: string): void {
  const message = `git would follow the settings of ${nested}, which has the files of a repository (HEAD, objects, refs); run in a folder above it, or remove them`;
  const refused = { code: 2, stdout: '', stderr: `${message}\n` };
  expect(answers).toMatchObject([refused, refused, message]);
}

function expectToRun(cwd: string, [, , runs, input]: Row): void {
  expect(existsSync(MARKER)).toBe(false);
  run(cwd, runs, input);
  expect(existsSync(MARKER)).toBe(true);
}

afterEach(() => rmSync(MARKER, { force: true }));

describe.each(ROWS.map((row) => ({ name: row[0], row })))('$name', ({ row }) => {
  const [, settings] = row;

  it('of the repository is not run', async () => {
    const copy = copyWith(settings);
    const [compared, missing, last] = await askAll(copy);
    expect(compared).toMatchObject(COMPARED);
    expect(missing).toMatchObject({
      code: 2,
      stderr: 'There is no none.json in base; its OpenAPI documents are base:old.json\n',
    });
    expect(last).toBe('/b');
    expectToRun(copy, row);
  });

  it('of a repository among the files of a clone is not run', async () => {
    const nested = nestedIn(copyWith(settings), '.');
    expectRefusal(await askAll(nested), nested);
    expectToRun(nested, row);
  });
});

describe('a repository among the files of a clone', () => {
  const monitored = copyWith([['core.fsmonitor', PROGRAM]]);

  it.each(['..', '/'])('is refused with the working tree %s', async (worktree) => {
    const nested = nestedIn(monitored, worktree);
    expectRefusal(await askAll(nested), nested);
  });

  it('is refused in its folders, and no obstacle above them', async () => {
    const nested = nestedIn(monitored, '.');
    expectRefusal(await askAll(path.join(nested, 'spec')), nested);
    const above = path.dirname(nested);
    expect(
      await runInFolder(above, check, [
        ...['--spec', 'api/openapi.json', '--only', 'breaking', '--base', 'main'],
      ]),
    ).toMatchObject({ code: 0 });
    expect(existsSync(MARKER)).toBe(false);
  });

  it('is refused by a version of git that does not know such a setting', async () => {
    const nested = nestedIn(monitored, '.');
    const own = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    const old = mkdtempSync(path.join(folder, 'old-'));
    writeProgram(
      path.join(old, 'git'),
      `for each; do shift; case $each in safe.bare*) each=x.y=z;; esac; set -- "$@" "$each"; done\nexec ${own} "$@"`,
    );
    await withVariables({ PATH: `${old}:${process.env.PATH}` }, async () => {
      expectRefusal(await askAll(nested), nested);
    });
    expect(existsSync(MARKER)).toBe(false);
  });

  it('is refused where the base has a submodule', async () => {
    const copy = copyWith([]);
    git(copy, 'submodule', 'add', common, 'common');
    writeFileSync(
      path.join(copy, 'openapi.json'),
      JSON.stringify({
        ...JSON.parse(document('/a')),
        paths: { '/a': { $ref: 'common/openapi.json#/paths/~1b' } },
      }),
    );
    git(copy, 'add', '--all');
    git(copy, 'commit', '--message', 'Third');
    const base = ['--spec', 'openapi.json', '--only', 'breaking', '--base', 'main'];
    expect(await runInFolder(copy, check, base)).toMatchObject({ code: 0 });
    rmSync(path.join(copy, 'common'), { recursive: true });
    const nested = nestedIn(monitored, '.');
    cpSync(nested, path.join(copy, 'common'), { recursive: true });
    expect(await runInFolder(copy, check, base)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`the settings of ${path.join(copy, 'common')}, `) as string,
    });
    expect(existsSync(MARKER)).toBe(false);
  });

  it('is followed if GIT_DIR names it, as in a hook', async () => {
    const nested = nestedIn(copyWith([]), '.');
    await withVariables({ GIT_DIR: nested }, async () => {
      const [compared] = await askAll(nested);
      expect(compared).toMatchObject(COMPARED);
    });
  });
});

describe('a partial clone fetches nothing', () => {
  const transports: readonly (readonly [
    name: string,
    url: string,
    settings: readonly Setting[],
  ])[] = [
    ['a file', repository, [['remote.origin.uploadpack', PROGRAM]]],
    ['ssh', 'ssh://127.0.0.1/x', [['core.sshCommand', PROGRAM]]],
    ['git', 'git://127.0.0.1/x', [['core.gitProxy', PROGRAM]]],
    ['a program', `ext::${PROGRAM}`, [['protocol.ext.allow', 'always']]],
  ];

  it.each(transports)('by %s, and says so', async (_, url, settings) => {
    git(repository, 'config', 'uploadpack.allowFilter', 'true');
    const clone = mkdtempSync(path.join(folder, 'partial-'));
    git(folder, 'clone', '--filter=blob:none', `file://${repository}`, clone);
    for (const [name, value] of settings) git(clone, 'config', name, value);
    git(clone, 'config', 'remote.origin.url', url);
    const lacking = {
      code: 2,
      stderr: expect.stringMatching(
        /^git cannot read the base: .*; the clone is partial, so fetch what it lacks first \(git fetch --refetch --no-filter\)\n$/s,
      ) as string,
    };
    const [compared, missing, last] = await askAll(clone);
    expect([compared, missing]).toMatchObject([lacking, lacking]);
    expect(last).toBe('/b');
    expect(existsSync(MARKER)).toBe(false);
    run(clone, ['cat-file', '-p', 'base:old.json']);
    expect(existsSync(MARKER)).toBe(true);
  });

  it('and is read after that command', async () => {
    const clone = mkdtempSync(path.join(folder, 'partial-'));
    git(folder, 'clone', '--filter=blob:none', `file://${repository}`, clone);
    git(clone, 'fetch', '--refetch', '--no-filter');
    expect((await askAll(clone))[0]).toMatchObject(COMPARED);
  });
});

describe('git', () => {
  const base = ['--spec', 'openapi.json', '--only', 'breaking', '--base', 'base'];

  it('is no program of the working directory', async () => {
    const copy = copyWith([]);
    cpSync(PROGRAM, path.join(copy, 'git'));
    await withVariables({ PATH: `.:${process.env.PATH}` }, async () => {
      expect((await askAll(copy))[0]).toMatchObject(COMPARED);
      expect(existsSync(MARKER)).toBe(false);
      spawnSync('git', [], { cwd: copy, env: process.env });
      expect(existsSync(MARKER)).toBe(true);
    });
  });

  it('that is missing is named by check, and dev works without it', async () => {
    await withVariables({ PATH: folder }, async () => {
      expect(await runInFolder(repository, check, base)).toMatchObject({
        code: 2,
        stderr: 'git cannot be run: spawnSync git ENOENT\n',
      });
      expect(dev(repository)).toBe('');
    });
  });

  it('says itself that a repository belongs to another user', async () => {
    await withVariables({ GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' }, async () => {
      expect(await runInFolder(repository, check, base)).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/^git cannot read the base: .*safe\.directory/s) as string,
      });
    });
  });

  it('reads a working tree in the folder of its bare repository', async () => {
    const bare = mkdtempSync(path.join(folder, 'bare-'));
    git(folder, 'clone', '--bare', repository, bare);
    git(bare, 'worktree', 'add', 'main');
    const tree = path.join(bare, 'main');
    expect(await runInFolder(tree, check, base)).toMatchObject(COMPARED);
    expect(dev(tree)).toBe('/b');
  });
});

async function withVariables(
  variables: Readonly<Record<string, string>>,
  use: () => Promise<void>,
): Promise<void> {
  const before = { ...process.env };
  Object.assign(process.env, variables);
  try {
    await use();
  } finally {
    for (const name of Object.keys(variables)) {
      if (before[name] === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = before[name];
    }
  }
}
