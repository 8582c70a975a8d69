import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { stepsFor } from '../../../src/tools/init/npm';
import { NewProject } from '../../support/new-project';
import { temporaryFolder } from '../../support/temporary-folder';

/** Tests of a new project call its operations with the integers that its clients have. */

const DOCUMENT = `openapi: 3.1.0
info: { title: Ticks, version: 1.0.0 }
paths:
  /ticks/{id}:
    get:
      operationId: readTick
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer, format: int64 } }
      responses:
        '200':
          description: The tick
          content:
            application/json:
              schema:
                type: object
                required: [id]
                properties: { id: { type: integer, format: int64 } }
`;

const handler = (end: string): string => `import type { Handler } from '../handler${end}';

export const readTick: Handler<'readTick'> = async ({ path: { id } }) => ({
  status: 200,
  body: { id },
});
`;

const testOf = (id: string, end: string): string => `import { useService } from '../service${end}';

const service = useService();

it('gives the id back', async () => {
  const { body } = await service.call('readTick', { path: { id: ${id} } });
  expect(body.id + ${id}).toBe(${id} + ${id});
});
`;

const folder = temporaryFolder();
writeFileSync(path.join(folder, 'ticks.yaml'), DOCUMENT);

it.each([
  ['numbers', '7', '.js', ['--module', 'esm']],
  ['exact', '9007199254740993n', '', ['--module', 'commonjs', '--exact-client']],
])('as %s', (name, id, end, options) => {
  const project = new NewProject(path.join(folder, name));
  expect(project.init('--spec', 'ticks.yaml', ...options)).toMatchObject({ code: 0 });
  project.finish(stepsFor(true));
  expect(project.typecheck()).toEqual({ code: 0, stdout: '', stderr: '' });
  const write = (file: string, text: string): void => {
    writeFileSync(path.join(project.folder, file), text);
  };
  write('src/handlers/readTick.ts', handler(end));
  write('test/handlers/readTick.test.ts', testOf(id, end));
  expect(project.typecheck()).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(project.jest()).toMatchObject({ code: 0 });
  expect(project.prettier()).toMatchObject({ code: 0, stderr: '' });
});
