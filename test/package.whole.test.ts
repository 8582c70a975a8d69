import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import manifest from '../package.json';
import { nativeCompiler } from '../src/tools/cli/optional-packages';
import { InstalledPackage } from './support/installed-package';
import type { ScriptResult } from './support/run-script';
import { temporaryFolder } from './support/temporary-folder';

/** The package as others have it: packed, and beside nothing but the packages that it depends on. */

const ROOT = path.join(__dirname, '..');
const folder = temporaryFolder();
const installed = new InstalledPackage(folder);
const TARBALL = path.join(folder, 'packing', 'tools', `${manifest.name}-${manifest.version}.tgz`);

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
  // The checkout packs itself, as an installed package does in package.long.test.ts.
  const bin = path.join(ROOT, manifest.bin.trellis);
  const args = [bin, 'init', 'packing', '--no-install'];
  execFileSync(process.execPath, args, { cwd: folder, stdio: 'ignore' });
  installed.install(TARBALL);
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

it('has every module that it exports', () => {
  const names = Object.keys(manifest.exports).map((name) => name.replace('.', 'plant-store'));
  const script = names.map((name) => `require(${JSON.stringify(name)});`).join('\n');
  const { status, stderr } = spawnSync(process.execPath, ['-e', script], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const typed = Object.entries(manifest.exports).filter(([name]) => name !== './package.json');
  for (const [, exported] of typed) {
    const { types } = exported as { types: string };
    expect(existsSync(path.join(installed.folder, types))).toBe(true);
  }
});

it('is small where it serves: few packages, and none that only tools need', () => {
  const places = installed.places();
  expect(places.length).toBeLessThanOrEqual(110);
  const folders = places.map((place) => path.join(folder, place));
  const { stdout } = spawnSync('du', ['-skLc', ...folders], { encoding: 'utf8' });
  const [, kilobytes] = /^(\d+)\ttotal$/m.exec(stdout)!;
  expect(Number(kilobytes)).toBeLessThan(40 * 1024);
  const tools = [...Object.keys(manifest.peerDependenciesMeta), '@redocly/openapi-core', 'js-yaml'];
  const names = places.map((place) => place.replace(/^node_modules\//, ''));
  expect(names).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)));
  expect(names.filter((name) => tools.includes(name))).toEqual([]);
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

it('has all that its declarations refer to', () => {
  const names = Object.entries(manifest.exports)
    .filter(([name, exported]) => typeof exported === 'object' && name !== './jest')
    .map(([name]) => name.replace('.', manifest.name));
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
    const packed = /npx --yes --package=\S+\.tgz trellis/;
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

  it.each<[string, { files: Record<string, string>; want: RegExp }]>([
    [
      'a document that is none',
      { files: { 'openapi.json': '[' }, want: /^openapi\.json:1: [^\n]*\n$/m },
    ],
    [
      'no document',
      {
        files: {},
        want: /^There is no document here \(none of spec\/openapi\.yaml, spec\/openapi\.json, openapi\.yaml, openapi\.json\); name it with --spec FILE\n$/,
      },
    ],
  ])('ends with 2 for %s', (name, { files, want }) => {
    const { code, stderr } = trellis(project(name, files), 'check', '--only', 'document');
    expect(code).toBe(2);
    expect(stderr).toMatch(want);
  });
});

it('makes a project of the template that is in the package, without a compiler', () => {
  const args = ['init', 'made', '--no-install', '--package', TARBALL];
  expect(trellis(folder, ...args)).toMatchObject({ code: 0, stderr: '' });
  const made = readdirSync(path.join(folder, 'made'), { recursive: true }).map(String);
  const hidden = ['.gitignore', '.npmrc', path.join('.github', 'workflows', 'ci.yml')];
  const others = ['package.json', path.join('src', 'server.ts'), path.join('spec', 'openapi.yaml')];
  const own = path.join('tools', path.basename(TARBALL));
  expect(made).toEqual(expect.arrayContaining([...hidden, ...others, own]));
});

describe('trellis generate', () => {
  const cwd = (): string => path.join(folder, 'generating');
  const generate = (): ScriptResult => trellis(cwd(), 'generate', '--extensions', 'own.ts');

  it('says what to install where there is no compiler', () => {
    project('generating', {
      'openapi.yaml': TREES(1),
      'own.ts': `import { defineExtensions } from 'plant-store/contract';
export const extensions = defineExtensions({ formats: { even: { validate: (text: string) => text.length % 2 === 0 } } });
`,
    });
    const { code, stderr } = generate();
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/typescript is not installed.*; run: npm install --save-dev /),
    });
  });

  it('is not alone in that: development needs what watches files, and says all that is missing', () => {
    const { code, stderr } = trellis(cwd(), 'dev');
    const names = ['@parcel/watcher', 'openapi-typescript', 'typescript'];
    const found = names.map((name) => `${name} is not installed`).join(', ');
    const { devDependencies } = manifest as { devDependencies: Record<string, string> };
    const install = names.map((name) => `${name}@${devDependencies[name]}`).join(' ');
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `Development needs other packages (${found}); run: npm install --save-dev ${install}\n`,
    });
  });

  it('writes files that import the package, and that check takes from any folder', () => {
    for (const name of ['typescript', 'openapi-typescript']) installed.link(name);
    expect(generate()).toMatchObject({ code: 0, stderr: '' });
    const contract = readFileSync(path.join(cwd(), 'generated', 'contract.ts'), 'utf8');
    expect(contract).toMatch(
      /^\/\/ @generated from openapi\.yaml by trellis generate; do not edit\n\nimport .* from 'plant-store\/contract\/runtime';\nimport .* from '\.\.\/own';\n/,
    );
    const here = ['--only', 'generated', '--extensions', 'own.ts'];
    expect(trellis(cwd(), 'check', ...here)).toMatchObject({ code: 0, stderr: '' });
    const files = ['--spec', 'generating/openapi.yaml', '--generated', 'generating/generated'];
    const options = ['--only', 'generated', '--extensions', 'generating/own.ts', ...files];
    expect(trellis(folder, 'check', ...options)).toMatchObject({ code: 0, stderr: '' });
  });
});
