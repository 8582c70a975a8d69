import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generate } from '../../../src/tools/generate/command';
import { DevRun } from '../../support/dev-run';
import { NewProject } from '../../support/new-project';
import { readPage } from '../../support/page-service';
import { runInFolder } from '../../support/run-in-process';
import { temporaryFolder } from '../../support/temporary-folder';

/** `trellis dev` serves and writes the part of a document that was generated last. */

const project = new NewProject(path.join(temporaryFolder(), 'part'));
const at = (...names: string[]): string => path.join(project.folder, ...names);
const [, APP] = /^```ts\n(import type \{ AddressInfo[^]*?)^```$/m.exec(readPage('dev.md'))!;

const operation = (name: string): string => `
  /${name}:
    get:
      operationId: ${name}
      responses: { 200: { description: Text, content: { text/plain: { schema: { type: string }, example: mock of ${name} } } } }`;
const documentOf = (...names: string[]): string =>
  `openapi: 3.1.0
info: { title: Greetings, version: 1.0.0 }
paths:${names.map(operation).join('')}
`;
const save = (...names: string[]): void => {
  writeFileSync(at('openapi.yaml'), documentOf(...names));
};
const read = (name: string): string => readFileSync(at('generated', name), 'utf8');

let run: DevRun;
beforeAll(async () => {
  mkdirSync(at('operations'), { recursive: true });
  project.link();
  save('greet', 'part');
  writeFileSync(at('package.json'), '{"name":"part","private":true}\n');
  writeFileSync(at('tsconfig.json'), '{"compilerOptions":{"strict":true},"include":["src"]}\n');
  writeFileSync(at('app.ts'), APP!);
  expect(await runInFolder(project.folder, generate, ['--include', 'greet'])).toMatchObject({
    code: 0,
  });
  run = await DevRun.startIn(project.folder, '--app', 'app.ts', '--handlers', 'operations');
});
afterAll(() => run.end());

const status = async (name: string): Promise<number> => (await fetch(`${run.url}/${name}`)).status;

it('serves the part, also of a document that is saved', async () => {
  expect(await Promise.all(['greet', 'part'].map(status))).toEqual([200, 404]);
  expect(run.output).not.toContain('part (GET /part)');
  save('greet', 'part', 'third');
  await run.until(() => read('contract.ts').includes('/third'));
  await run.until(() => read('tools.json').includes('"greet"'));
  expect(JSON.parse(read('openapi.json'))).toMatchObject({ paths: { '/greet': {} } });
  expect(read('openapi.json')).not.toContain('third');
  expect(await Promise.all(['greet', 'part', 'third'].map(status))).toEqual([200, 404, 404]);
});

it('tells of a name that is gone, and serves the document before', async () => {
  save('greets', 'part');
  await run.says(
    /No operation is called "greet"; did you mean "greets"\? \(recorded in generated\/tools\.json; /,
  );
  expect(await status('greet')).toBe(200);
  const from = run.output.length;
  save('greet');
  await run.says('wrote generated/contract.ts', from);
});

it('follows what is generated meanwhile', async () => {
  expect(await runInFolder(project.folder, generate, [])).toMatchObject({ code: 0 });
  const from = run.output.length;
  save('greet', 'part');
  await run.answers(200, '/part');
  await run.says(/^wrote generated/m, from);
  expect(read('openapi.json')).toContain('/part');
});
