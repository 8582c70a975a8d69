import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { allEnded, DevRun, documentOf } from '../../support/dev-run';
import { documentSaves } from './document-saves';
import { handlerSaves } from './handler-saves';
import { requestsMeanwhile } from './requests-meanwhile';

/** `npm run dev` of the plant store, in one process for all tests, since starting takes longer than the tests. */

const PLANTS = readFileSync(path.join(__dirname, '..', '..', '..', 'spec', 'openapi.yaml'), 'utf8');

function git(folder: string, ...args: readonly string[]): void {
  const config = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  execFileSync('git', ['-C', folder, ...config, ...args], { stdio: 'ignore' });
}

/** Limits the files of the compiler, to make it fast. */
function narrowTypes(folder: string): void {
  const tsconfig = path.join(folder, 'tsconfig.json');
  const text = readFileSync(tsconfig, 'utf8');
  writeFileSync(tsconfig, text.replace(/"include": .*/, '"include": ["src/plant-store/plants"],'));
}

let run: DevRun;
beforeAll(async () => {
  run = await DevRun.start((folder) => {
    narrowTypes(folder);
    const spec = path.join(folder, 'spec', 'openapi.yaml');
    writeFileSync(spec, documentOf('one', 'two'));
    git(folder, 'init');
    git(folder, 'add', 'spec');
    git(folder, 'commit', '-m', 'Two operations');
    appendFileSync(spec, '  /one: {}\n');
  }, /is not served yet/);
});
afterAll(() => run.end());

it('a document with a fault is shown, and served once it is corrected, as what changed since the last commit', async () => {
  await run.says(/^spec\/openapi\.yaml:\d+: column 3: the key occurs twice(?:.*\n)+ +\| {3}\^$/m);
  run.save(run.spec, documentOf('one', 'two', 'three').replace('of one', 'of the first'));
  await run.says(/is served at/);
  await run.says(/ {2}one \(GET \/one\): .*; changed since HEAD\n/);
  await run.says(/ {2}three \(GET \/three\): .*; changed since HEAD\n/);
  expect(run.output).not.toMatch(/ {2}two .*changed/);
  await run.says(/^changes since HEAD that info.version does not say: 1\n.*\(minor\)/m);
  run.save(run.spec, documentOf('two'));
  await run.says(/^spec\/openapi.yaml:.*\(major\) \(in the base: HEAD:spec\/openapi.yaml:\d+\)/m);
  rmSync(path.join(run.folder, '.git'), { recursive: true });
});

describe('saves of handlers', () => handlerSaves(() => run));

describe('saves of the document', () => documentSaves(() => run));

describe('saves while it is used', () => requestsMeanwhile(() => run, PLANTS));

it('SIGINT ends it with 0, and leaves no process', async () => {
  const children = run.children();
  expect(children.length).toBeGreaterThan(0);
  expect(await run.end('SIGINT')).toBe(0);
  // Processes that read from it, such as esbuild, end a moment later.
  await allEnded(children);
});
