import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DevRun } from '../../support/dev-run';
import { NewProject } from '../../support/new-project';
import { readPage } from '../../support/page-service';
import { temporaryFolder } from '../../support/temporary-folder';

/** `trellis dev --app FILE`: a project not made by `init`, with the application of docs/dev.md. */

const project = new NewProject(path.join(temporaryFolder(), 'other'));
const at = (...names: string[]): string => path.join(project.folder, ...names);
const HANDLER = at('operations', 'greet.ts');
const [, APP] = /^```ts\n(import type \{ AddressInfo[^]*?)^```$/m.exec(readPage('dev.md'))!;

const DOCUMENT = `openapi: 3.1.0
info: { title: Greetings, version: 1.0.0 }
paths:
  /greeting:
    get:
      operationId: greet
      responses: { 200: { description: Text, content: { text/plain: { schema: { type: string } } } } }
`;

const FORMATS = 'export const extensions = { formats: {} };\n';

let run: DevRun;
beforeAll(async () => {
  mkdirSync(at('operations'), { recursive: true });
  writeFileSync(at('openapi.yaml'), DOCUMENT);
  writeFileSync(at('package.json'), '{"name":"other","private":true}\n');
  writeFileSync(
    at('tsconfig.json'),
    '{"compilerOptions":{"strict":true},"include":["operations"]}\n',
  );
  writeFileSync(at('app.ts'), APP!);
  writeFileSync(HANDLER, 'export const greet = async () => ({ status: 200, body: "Hello" });\n');
  project.link();
  writeFileSync(at('formats.ts'), FORMATS);
  const modules = ['--app', 'app.ts', '--handlers', 'operations', '--extensions', 'formats.ts'];
  run = await DevRun.startIn(project.folder, ...modules);
});
afterAll(() => run.end());

const says = async (text: string): Promise<void> =>
  run.until(async () => (await (await fetch(`${run.url}/greeting`)).text()) === text);

it('serves the application, and a handler once it is saved', async () => {
  await says('Hello');
  expect((await fetch(`${run.url}/-/docs`)).status).toBe(200);
  writeFileSync(HANDLER, readFileSync(HANDLER, 'utf8').replace('Hello', 'Welcome'));
  await says('Welcome');
});

it('goes on with the document before while the module of --extensions is gone', async () => {
  rmSync(at('formats.ts'));
  await run.says(/There are no extensions at \S*formats\.ts/);
  await says('Welcome');
  const from = run.output.length;
  writeFileSync(at('formats.ts'), FORMATS);
  await run.says('the document is served', from);
});
