import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { upgrade } from '../../../src/tools/upgrade/command';
import { runInFolder } from '../../support/run-in-process';
import type { ScriptResult } from '../../support/run-script';
import { temporaryFolder, writeFiles } from '../../support/temporary-folder';
import { FORMER_PROJECTS, formerProject } from './former-projects';

/** Upgrades of projects that 1.1 made; command.long.test.ts installs and runs them. */

const folder = temporaryFolder();
const RUNTIME = 'openapi-trellis-2.0.0.tgz';
const TOOLS = 'openapi-trellis-tools-2.0.0.tgz';
const FORMER = 'tools/plant-store-1.1.0.tgz';
for (const name of [RUNTIME, TOOLS]) writeFileSync(path.join(folder, name), name);
const BOTH = ['--package', `../${TOOLS}`, '--package', `../${RUNTIME}`];
const NEXT = 'Run what is left: npm install && npm run generate && npm run check\n';

type Texts = Readonly<Record<string, string>>;

/** A package.json that depends on 1.1. */
const manifest = (more = {}): string =>
  JSON.stringify({ dependencies: { 'plant-store': '1.1.0' }, ...more }, undefined, 2);
const write = (texts: Texts): string =>
  writeFiles(folder, { 'package.json': manifest(), ...texts });
const run = (project: string, ...args: readonly string[]): Promise<ScriptResult> =>
  runInFolder(project, upgrade, args);
const read = (project: string, file: string): string =>
  readFileSync(path.join(project, file), 'utf8');

function textsOf(project: string): Texts {
  const files = readdirSync(project, { recursive: true, encoding: 'utf8' });
  const own = files.filter((file) => statSync(path.join(project, file)).isFile());
  return Object.fromEntries(own.map((file) => [file, read(project, file)]));
}

it.each(FORMER_PROJECTS)('upgrades %s of 1.1.0, once', async (name) => {
  const { 'package.json': before = '', ...others } = formerProject(name);
  const project = writeFiles(folder, { ...others, 'package.json': before, [FORMER]: 'packed' });
  const { code, stdout } = await run(project, ...BOTH);
  const { 'package.json': after = '', ...texts } = textsOf(project);
  const imports = Object.entries(others).map(([file, text]) => [
    file,
    text.replaceAll("'plant-store/", "'openapi-trellis/"),
  ]);
  const packed = { [`tools/${RUNTIME}`]: RUNTIME, [`tools/${TOOLS}`]: TOOLS };
  expect(texts).toEqual({ ...Object.fromEntries(imports), ...packed });
  const expected = before
    .replaceAll('"plant-store ', '"trellis ')
    .replace(`"plant-store": "file:${FORMER}"`, `"openapi-trellis": "file:tools/${RUNTIME}"`)
    .replace('"openapi-typescript": "7.13.0"', `"openapi-trellis-tools": "file:tools/${TOOLS}"`);
  expect(after).toBe(expected);
  const changed = Object.keys(others).filter((file) => others[file]!.includes('plant-store'));
  expect([code, stdout.split('\n').map((line) => line.split(': ')[0])]).toEqual([
    0,
    [...changed.sort(), 'package.json', FORMER, 'Run what is left', ''],
  ]);
  expect(stdout).toContain('\nsrc/main.ts: plant-store/service -> openapi-trellis/service\n');
  expect(stdout.endsWith(NEXT)).toBe(true);
  expect(await run(project)).toMatchObject({ code: 0, stdout: 'There is nothing to change\n' });
});

/** Files with `R`, `T` and `P` where 1.1 and the runtime, the tools or the program are named. */
const NAMING: readonly (readonly [file: string, text: string])[] = [
  [
    'src/forms.mts',
    `\ufeff#!/usr/bin/env node
import { Failure } from '«R»/contract';
import type { A } from "«R»/express";\r
import '«R»/service';
import old = require('«R»/client');
export * from '«R»/contract/runtime';
type B = typeof import('«T»/generate') | import('«T»/conformance').C;
declare module '«R»/contract' {}
jest.mock('«R»/service', () => jest.requireActual('«R»/service'));
const c = [require.resolve('«T»/jest/record'), await import('«T»/jest')];
module.exports = { reporters: [['«T»/jest', {}]], [\`\${"«T»/jest/record-process"}\`]: 1 };
`,
  ],
  ['src/page.tsx', `import a from '«R»/client'; const b = <p>it's 'plant-store/client'</p>;`],
  ['generated/a.ts', `/* @generated from x by plant-store check */ import '«R»/contract/runtime'`],
  [
    'test/others.ts',
    `// import { a } from 'plant-store/contract';
/** @example import 'plant-store/service'; */
const a = \`import 'plant-store/contract' \${b}\`, d = 'a plant-store/contract', e = /'plant-store\\/jest'/;
import './plant-store/contract'; import '@a/plant-store/contract'; import 'plant-store-b/contract';
const f = \`plant-store/contract\` + 'plant-store/unknown' + 'plant-store' + "plant-store\\/contract";
`,
  ],
  [
    '.github/workflows/ci.yml',
    `jobs: # of the plant-store
    container: registry.example/plant-store/service
    run: |
      npx «P» check && npx --no -- «P» generate --strict
      node_modules/.bin/«P» mock spec/a.yaml; A=1 «P» \\
        dev
      my-plant-store check; plant-store-2 check; npm run plant-store; plant-store checks
`,
  ],
  ['.gitlab-ci.yml', '- npx «P» check'],
  ['deploy/Dockerfile', 'CMD ["npx", "«P»", "mock"]'],
  ['bin/a.sh', '«P» init a; plant-store serve; node --require «T»/jest/record-process'],
  [
    'README.md',
    `The plant-store check is a name; \`«P» dev\` has \`«R»/contract\`, not plant-store/service.
Run npx «P» check.
\`\`\`ts
import { a } from '«R»/contract';
\`\`\`
`,
  ],
  ['docs/a.md', '`plant-store check`'],
  ['spec/a.yaml', 'description: npx plant-store check'],
];

describe('names in', () => {
  let project = '';
  beforeAll(async () => {
    const texts = NAMING.map(([file, text]) => [file, text.replaceAll(/«.»/g, 'plant-store')]);
    project = write(Object.fromEntries(texts) as Texts);
    expect(await run(project, ...BOTH)).toMatchObject({ code: 0 });
  });

  it.each(NAMING)('%s', (file, text) => {
    const tools = text.replaceAll('«T»', 'openapi-trellis-tools').replaceAll('«P»', 'trellis');
    expect(read(project, file)).toBe(tools.replaceAll('«R»', 'openapi-trellis'));
  });
});

it('a package.json for development keeps its layout', async () => {
  const before = '{\r\n\t"devDependencies": {\r\n\t\t"plant-store": "1.1.0"\r\n\t}\r\n}';
  const project = write({ 'package.json': before });
  expect(await run(project, '--package', '2.0.0')).toMatchObject({ code: 0 });
  const after = '"openapi-trellis": "2.0.0",\r\n\t\t"openapi-trellis-tools": "2.0.0"';
  expect(read(project, 'package.json')).toBe(before.replace('"plant-store": "1.1.0"', after));
});

it('a package.json keeps openapi-typescript where the project names it', async () => {
  const devDependencies = { 'openapi-typescript': '7.13.0' };
  const own = manifest({ devDependencies, jest: { reporters: [['plant-store/jest']] } });
  const project = write({ 'package.json': own, 'types.js': "import('openapi-typescript');" });
  await run(project, '--package', '2.0.0');
  expect(JSON.parse(read(project, 'package.json'))).toEqual({
    dependencies: { 'openapi-trellis': '2.0.0' },
    devDependencies: { 'openapi-trellis-tools': '2.0.0', ...devDependencies },
    jest: { reporters: [['openapi-trellis-tools/jest']] },
  });
});

it('options get their present names, each of its own command', async () => {
  const scripts = `"scripts": { "a": "plant-store generate --out=a", "b": "plant-store conformance --out b" }`;
  const file = `- plant-store check --known k.txt --accepted-changes=c.txt --known-failures d
- plant-store conformance --baseline b.txt --out report \\
    --known=k.txt && other --out a --known b
- ["npx", "plant-store", "dev", "--out", "made"]
`;
  const project = write({
    'package.json': `{ "dependencies": { "plant-store": "1.1.0" }, ${scripts} }`,
    'ci.sh': file,
  });
  expect(await run(project, ...BOTH)).toMatchObject({ code: 0 });
  expect((JSON.parse(read(project, 'package.json')) as { scripts: object }).scripts).toEqual({
    a: 'trellis generate --generated=a',
    b: 'trellis conformance --out b',
  });
  expect(read(project, 'ci.sh'))
    .toBe(`- trellis check --accepted k.txt --accepted=c.txt --known-failures d
- trellis conformance --accepted b.txt --out report \\
    --accepted=k.txt && other --out a --known b
- ["npx", "trellis", "dev", "--generated", "made"]
`);
  expect(await run(project)).toMatchObject({ code: 0, stdout: 'There is nothing to change\n' });
});

it('names what it leaves, with its place', async () => {
  const check = 'plant-store check --traffic a.har && plant-store conformance --traffic a.har';
  const project = write({
    'package.json': manifest({ scripts: { check } }),
    'package-lock.json': '"plant-store": "file:tools/plant-store-1.1.0.tgz"',
    '.github/a.yml': `
- run: >-
    npm run --silent check --
    --only breaking
    --traffic a.har
- run: npx --yes ./tools/plant-store-1.1.0.tgz check
- run: npm run conformance -- --replay report/exchanges.ndjson
- run: npm run conformance -- --replay report/findings/1.json`,
    'data.sh': 'plant-store export --format csv\nplant-store serve --workers 2\n',
    'own.sh': 'npm run export -- --format csv; npm run conformance -- --check a --traffic a.har',
    'packages/a/package.json': '{\n  "dependencies": { "plant-store": "file:../a.tgz" } }',
    'src/a.ts': "// see plant-store/contract\nspawn('npx', ['plant-store', 'check']);",
  });
  const { stdout } = await run(project, ...BOTH);
  const gone = 'check --traffic is gone; conformance --traffic FILE judges recorded exchanges';
  expect(stdout.slice(stdout.indexOf('Left to you:\n')).split('\n  ')).toEqual([
    'Left to you:',
    `.github/a.yml:5: ${gone}`,
    '.github/a.yml:6: names plant-store-1.1.0.tgz',
    '.github/a.yml:8: conformance --replay takes a log; findings have a line "repeat:"',
    'data.sh:1: names plant-store export',
    'data.sh:1: export --format csv is gone; use NDJSON',
    'data.sh:2: names plant-store serve',
    'data.sh:2: serve --workers needs PostgreSQL at DATABASE_URL',
    `package.json:6: ${gone}`,
    'packages/a/package.json:2: names plant-store',
    'src/a.ts:1: names plant-store/contract',
    `src/a.ts:2: names plant-store check\n${NEXT}`,
  ]);
});

const IMPORT = "import 'plant-store/contract';";

it.each(['in a repository', 'elsewhere'])(
  'leaves what is not of the project, %s',
  async (where) => {
    const isRepository = where === 'in a repository';
    const outside = writeFiles(folder, { 'a.ts': IMPORT, 'plant-store-1.1.0.tgz': '' });
    const made = ['dist/a.js', 'lib/node_modules/a.js', '.git/hooks/a.js'];
    const left = isRepository ? [...made, 'ignored/a.ts', 'a.log.ts', 'linked/a.ts'] : made;
    const texts = Object.fromEntries([...left, 'src/a.ts'].map((file) => [file, IMPORT]));
    const former = `file:../${path.basename(outside)}/plant-store-1.1.0.tgz`;
    const dependencies = { dependencies: { 'plant-store': former } };
    const own = { 'package.json': manifest(dependencies), '.gitignore': 'ignored/\n*.log.ts\n' };
    const project = write({ ...texts, ...own });
    // Git goes on listing the files of a folder that a link has replaced.
    for (const args of isRepository ? [['init'], ['add', 'linked']] : []) {
      execFileSync('git', args, { cwd: project, stdio: 'ignore' });
    }
    rmSync(path.join(project, 'linked'), { recursive: true, force: true });
    symlinkSync(outside, path.join(project, 'linked'));
    symlinkSync(path.join(outside, 'a.ts'), path.join(project, 'linked.ts'));
    const latin = Buffer.from(`${IMPORT} // \xe9`, 'latin1');
    writeFileSync(path.join(project, 'latin.ts'), latin);
    expect(await run(project, ...BOTH)).toMatchObject({ code: 0 });
    expect(read(project, 'src/a.ts')).toBe("import 'openapi-trellis/contract';");
    for (const file of left) expect(read(project, file)).toBe(IMPORT);
    expect(textsOf(outside)).toEqual({ 'a.ts': IMPORT, 'plant-store-1.1.0.tgz': '' });
    expect(readFileSync(path.join(project, 'latin.ts'))).toEqual(latin);
  },
);

const OTHER = 'The package.json of this folder does not depend on plant-store\n';

it.each<[name: string, texts: Texts, args: readonly string[], message: string]>([
  ['another project', { 'package.json': '{"dependencies":{}}' }, BOTH, OTHER],
  ['null', { 'package.json': 'null' }, BOTH, OTHER],
  ['what is not JSON', { 'package.json': '{' }, BOTH, 'package.json is not JSON: '],
  ['one package', {}, BOTH.slice(2), `--package names ../${RUNTIME}; give it twice`],
  ['three packages', {}, [...BOTH, ...BOTH.slice(2)], '--package names '],
  ['no package', {}, [...BOTH.slice(0, 2), `--package=${RUNTIME}`], 'There is no package at open'],
  ['a link', { 'package.json': 'link' }, BOTH, 'There is no package.json in this folder\n'],
  ['tools elsewhere', { tools: 'link' }, BOTH, 'tools is a symbolic link; put a folder in its '],
])('refuses %s', async (_, texts, args, message) => {
  const own = Object.entries({ 'package.json': manifest(), ...texts });
  const project = writeFiles(folder, {
    ...Object.fromEntries(own.filter(([, text]) => text !== 'link')),
    'src/a.ts': IMPORT,
  });
  const outside = writeFiles(folder, { 'a/package.json': manifest() });
  for (const [name] of own.filter(([, text]) => text === 'link')) {
    symlinkSync(path.join(outside, 'a', name === 'tools' ? '' : name), path.join(project, name));
  }
  const { code, stdout, stderr } = await run(project, ...args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr.startsWith(message)).toBe(true);
  expect(stderr.trim()).not.toContain('\n');
  expect(textsOf(outside)).toEqual({ 'a/package.json': manifest() });
  expect(read(project, 'src/a.ts')).toBe(IMPORT);
});
