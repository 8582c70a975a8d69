import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import lock from '../package-lock.json';
import runtime from '../src/runtime/package.json';
import tools from '../src/tools/package.json';
import { nativeCompiler } from '../src/tools/cli/optional-packages';
import {
  filesOf,
  InstalledPackages,
  type OwnName,
  packedName,
  packInto,
  placesOf,
} from './support/installed-package';
import { type ScriptResult, TRELLIS } from './support/run-script';
import { temporaryFolder } from './support/temporary-folder';
import { itEach } from './support/it-each';

/** The packages as others have them: packed, and beside nothing but the packages that they depend on. */

const ROOT = path.join(__dirname, '..');
const folder = temporaryFolder();
const installed = new InstalledPackages(folder);
const PACKED = path.join(folder, 'packing', 'tools');
const ALL: readonly OwnName[] = ['runtime', 'tools', 'plant-store'];

const TREES = (least: number): string => `openapi: 3.1.0
info: { title: Trees, version: 1.0.0 }
paths:
  /trees:
    get:
      operationId: listTrees
      parameters:
        - { name: most, in: query, schema: { type: integer, minimum: ${least} } }
      responses:
        '200': { description: The trees, content: { application/json: { schema: { type: array } } } }
        '400': { description: Not understood }
`;

beforeAll(() => {
  // The checkout packs itself, as installed packages do in package.long.test.ts.
  const args = [TRELLIS, 'init', 'packing', '--no-install'];
  execFileSync(process.execPath, args, { cwd: folder, stdio: 'ignore' });
  packInto(PACKED, ['plant-store']);
  installed.install(PACKED, ALL);
});

/** Makes a project of these files. @returns its folder */
function project(name: string, files: Readonly<Record<string, string>>): string {
  const place = path.join(folder, name);
  mkdirSync(place);
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(place, file), text);
  return place;
}

/** Runs `npx --no -- trellis` in a project. */
function trellis(cwd: string, ...args: readonly string[]): ScriptResult {
  const { status, stdout, stderr } = spawnSync(process.execPath, [installed.trellis, ...args], {
    cwd,
    encoding: 'utf8',
  });
  return { code: status, stdout, stderr };
}

const LEFT_OUT =
  /^left out: generated, since there are no generated files here; .*\nleft out: handlers, since no folder of handlers is known; .*\n/;

const exported = [runtime, tools].flatMap(({ name: own, exports }) =>
  Object.entries<unknown>(exports).map(([name, target]) => ({
    name: name.replace('.', own),
    folder: path.join(folder, 'node_modules', own),
    types: Object(target).types as string | undefined,
  })),
);

it('each module that they export has the same names by import and by require', () => {
  const names = exported.map(({ name }) => name);
  const script = `const others = ['__esModule', 'default', 'module.exports'];
    const namesOf = (all) => Object.keys(all).filter((each) => !others.includes(each)).sort().join();
    const named = ${JSON.stringify(names.filter((name) => !/json$|jest$/.test(name)))};
    (async () => {
      for (const name of named) {
        const [one, other] = [namesOf(require(name)), namesOf(await import(name))];
        if (one !== other) console.error(name, one, other);
      }
    })();`;
  const { status, stderr } = spawnSync(process.execPath, ['-e', script], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const typed = exported.filter(({ types }) => types !== undefined);
  expect(typed.length).toBeGreaterThan(names.length - 3);
  for (const { folder, types } of typed) expect(existsSync(path.join(folder, types!))).toBe(true);
});

it.each(['runtime', 'tools'] as const)('%s has what it reads, and no source or test', (name) => {
  const files = filesOf(path.join(PACKED, packedName(name)));
  const some = ['LICENSE', 'README.md', 'package.json', 'dist/NOTICES.txt'];
  expect(files).toEqual(expect.arrayContaining(some.map((file) => `package/${file}`)));
  const sources = /(?<!\.d)\.ts$|\.map$|\.test\.|tsbuildinfo|[.]compile-cache/;
  expect(
    files.filter((file) => !file.startsWith('package/template/') && sources.test(file)),
  ).toEqual([]);
});

it('is small where it serves: few packages, and none that only tools need', () => {
  const places = placesOf(['runtime']);
  expect(places.length + 1).toBeLessThanOrEqual(110);
  const folders = [...places, 'node_modules/openapi-trellis'].map((place) =>
    path.join(folder, place),
  );
  const { stdout } = spawnSync('du', ['-skLc', ...folders], { encoding: 'utf8' });
  const [, kilobytes] = /^(\d+)\ttotal$/m.exec(stdout)!;
  expect(Number(kilobytes)).toBeLessThan(31 * 1024);
  const names = places.map((place) => place.replace(/^node_modules\//, ''));
  expect(names).toEqual(expect.arrayContaining(Object.keys(runtime.dependencies)));
  const ofTools = Object.keys(tools.dependencies).filter((name) => !(name in runtime.dependencies));
  const { packages } = lock as unknown as { packages: Record<string, { hasInstallScript?: true }> };
  // openapi-backend has a js-yaml of its own.
  expect(names.filter((name) => name !== 'js-yaml' && ofTools.includes(name))).toEqual([]);
  expect(places.filter((place) => packages[place]?.hasInstallScript === true)).toEqual([]);
});

it.each([
  ['libsql', 'sqlite:plants.db', 'A SQLite database'],
  ['pg', 'postgres://localhost/plants', 'A PostgreSQL database'],
])('says how to install %s, the driver of %s', (name, url, purpose) => {
  const { status, stderr } = spawnSync(process.execPath, [installed.bin, 'export'], {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: url },
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringMatching(
      `^plant-store: ${purpose} needs other packages \\(${name} is not installed\\); run: npm install ${name}@\\S+\n$`,
    ) as string,
  });
});

it('they have all that their declarations refer to', () => {
  const names = exported.map(({ name }) => name).filter((name) => !/json$|jest$/.test(name));
  const text = names.map((name, index) => `export * as all${index} from '${name}';\n`).join('');
  const cwd = project('types', { 'all.ts': text });
  const types = ['express', 'node'].map((name) => `@types/${name}`);
  for (const name of types) installed.link(name);
  const options = ['--module', 'nodenext', '--target', 'es2023', '--strict', '--noEmit'];
  const { status, stdout } = spawnSync(nativeCompiler(), [...options, 'all.ts'], {
    cwd,
    encoding: 'utf8',
  });
  for (const name of types) installed.unlink(name);
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
});

it('serves the docs page, whose files are in the package', async () => {
  installed.link('libsql');
  const server = spawn(process.execPath, [installed.bin, 'serve'], {
    cwd: project('serving', {}),
    env: { ...process.env, PORT: '0', ACCESS_TOKENS: 'secret', LOG_LEVEL: 'silent' },
  });
  try {
    const [line] = (await once(server.stdout, 'data')) as [Buffer];
    const url = /http:[^ ,;]+/.exec(line.toString())![0];
    const html = await (await fetch(`${url}/-/docs`)).text();
    const names = [...html.matchAll(/(?:src|href)="(docs\/[^"]*)"/g)].map(([, name]) => name!);
    expect(names.length).toBeGreaterThan(3);
    for (const name of names) expect((await fetch(`${url}/-/${name}`)).status).toBe(200);
  } finally {
    server.kill();
    await once(server, 'close');
  }
});

describe('trellis check, beside nothing but a document', () => {
  const git = (cwd: string, ...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd,
      encoding: 'utf8',
    });

  it('checks it, and says what is left out', () => {
    const { code, stdout, stderr } = trellis(project('one', { 'openapi.yaml': TREES(1) }), 'check');
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(LEFT_OUT),
    });
    expect(stdout).toMatch(/^ok {4}document: [\s\S]*^ok {4}enforcement: /m);
  });

  it('finds what breaks clients of an earlier commit, as the workflow on the page calls it', () => {
    const page = readFileSync(path.join(ROOT, 'docs', 'drift-check.md'), 'utf8');
    const [, command] = /- run: >-\n([\s\S]*?)\n +- uses:/.exec(page)!;
    const packed = /npx --yes(?: --package=\S+\.tgz){2} trellis/;
    expect(command).toMatch(packed);
    const cwd = project('breaking', { 'openapi.yaml': TREES(1) });
    git(cwd, 'init', '--quiet', '--initial-branch=main');
    git(cwd, 'add', '.');
    git(cwd, 'commit', '--quiet', '--message=First');
    writeFileSync(path.join(cwd, 'openapi.yaml'), TREES(2));
    git(cwd, 'commit', '--quiet', '--all', '--message=Second');
    const line = command!
      .replaceAll(/\n */g, ' ')
      .replace(packed, `"${process.execPath}" "${installed.trellis}"`);
    const { status, stdout } = spawnSync('sh', ['-c', line], {
      cwd,
      env: { ...process.env, GITHUB_STEP_SUMMARY: path.join(cwd, 'summary.md') },
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stdout).toMatch(/^::error file=openapi\.yaml,line=8,/);
    expect(readFileSync(path.join(cwd, 'summary.md'), 'utf8')).toMatch(
      /^# Drift check: 1 finding\n/,
    );
    expect(readFileSync(path.join(cwd, 'check.sarif'), 'utf8')).toContain(
      '"ruleId": "breaking/narrowed"',
    );
  });

  itEach<[{ files: Record<string, string>; want: RegExp }]>({
    'a document that is none': [
      { files: { 'openapi.json': '[' }, want: /^openapi\.json:1: [^\n]*\n$/m },
    ],
    'no document': [
      {
        files: {},
        want: /^There is no document here \(none of spec\/openapi\.yaml, spec\/openapi\.json, openapi\.yaml, openapi\.json\); name it with --spec FILE\n$/,
      },
    ],
  })('ends with 2 for %s', (name, { files, want }) => {
    const { code, stderr } = trellis(project(name, files), 'check', '--only', 'document');
    expect(code).toBe(2);
    expect(stderr).toMatch(want);
  });
});

it('makes a project of the template that is in the package', () => {
  const packed = (['tools', 'runtime'] as const).map((name) => path.join(PACKED, packedName(name)));
  const from = packed.flatMap((file) => ['--package', file]);
  expect(trellis(folder, 'init', 'made', '--no-install', ...from)).toMatchObject({
    code: 0,
    stderr: '',
  });
  const made = readdirSync(path.join(folder, 'made'), { recursive: true }).map(String);
  const hidden = ['.gitignore', '.npmrc', path.join('.github', 'workflows', 'ci.yml')];
  const others = ['package.json', path.join('src', 'server.ts'), path.join('spec', 'openapi.yaml')];
  const own = packed.map((file) => path.join('tools', path.basename(file)));
  expect(made).toEqual(expect.arrayContaining([...hidden, ...others, ...own]));
});

describe('trellis generate', () => {
  const cwd = (): string => path.join(folder, 'generating');
  const generate = (): ScriptResult => trellis(cwd(), 'generate', '--extensions', 'own.ts');

  it('development says how to install what watches files', () => {
    project('generating', {
      'openapi.yaml': TREES(1),
      'own.ts': `import { defineExtensions } from 'openapi-trellis/contract';
export const extensions = defineExtensions({ formats: { even: { validate: (text: string) => text.length % 2 === 0 } } });
`,
    });
    const { code, stderr } = trellis(cwd(), 'dev');
    const wanted = `@parcel/watcher@${tools.trellis.packages['@parcel/watcher']}`;
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `Development needs @parcel/watcher, which is not installed; run: npm install --save-dev ${wanted}\n`,
    });
  });

  it('writes files that import the package, and that check takes from any folder', () => {
    expect(generate()).toMatchObject({ code: 0, stderr: '' });
    const contract = readFileSync(path.join(cwd(), 'generated', 'contract.ts'), 'utf8');
    expect(contract).toMatch(
      /^\/\/ @generated from openapi\.yaml by trellis generate; do not edit\n\/\* eslint-disable \*\/\n\nimport .* from 'openapi-trellis\/contract\/runtime';\nimport .* from '\.\.\/own';\n/,
    );
    const here = ['--only', 'generated', '--extensions', 'own.ts'];
    expect(trellis(cwd(), 'check', ...here)).toMatchObject({ code: 0, stderr: '' });
    const files = ['--spec', 'generating/openapi.yaml', '--generated', 'generating/generated'];
    const options = ['--only', 'generated', '--extensions', 'generating/own.ts', ...files];
    expect(trellis(folder, 'check', ...options)).toMatchObject({ code: 0, stderr: '' });
  });
});
