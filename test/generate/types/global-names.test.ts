import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { generate } from '../../../src/generate/command';
import { runInProcess } from '../../support/run-in-process';
import { temporaryFolder } from '../../support/temporary-folder';

const folder = temporaryFolder();

it('says which types hide global ones, and how to import them', async () => {
  const spec = path.join(folder, 'openapi.yaml');
  writeFileSync(
    spec,
    `openapi: 3.1.0
info: { title: Trees, version: '1' }
paths: {}
components:
  schemas:
    Tree: { type: string }
    Date: { type: string }
    Record: { type: string }
    Error: { type: object }
    Errors: { type: string }
`,
  );
  const args = ['--spec', spec, '--out', path.join(folder, 'out'), '--strict'];
  const { code, stderr } = await runInProcess(generate, args);
  expect(code).toBe(0);
  const name = path.relative(process.cwd(), spec);
  const notice = (line: number, type: string): string =>
    `${name}:${line}: /components/schemas/${type}: notice: the generated type has the name of a global one, which it hides where it is imported; import it under another name: import type { ${type} as Api${type} }\n`;
  expect(stderr).toBe(`${notice(7, 'Date')}${notice(9, 'Error')}${name}: 2 notices\n`);
});
