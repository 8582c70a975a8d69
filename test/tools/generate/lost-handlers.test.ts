import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generate } from '../../../src/tools/generate/command';
import { runInFolder } from '../../support/run-in-process';
import { temporaryFolder } from '../../support/temporary-folder';

/** An operation with a handler that a fault of the document leaves out: its handler is a good file that nothing calls. */

const DOCUMENT = (id: string): string => `
openapi: 3.1.0
info: { title: Trees, version: 1.0.0 }
paths:
  /trees:
    get: { operationId: listTrees, responses: { 204: { description: None } } }
  /trees/{id}:
    get:
      operationId: trees/read
      parameters: [{ name: id, in: path, required: true, schema: { type: ${id} } }]
      responses: { 204: { description: None } }
`;

const folder = temporaryFolder();

beforeAll(() => {
  mkdirSync(path.join(folder, 'domain'));
  for (const file of ['listTrees', 'trees_read'])
    writeFileSync(path.join(folder, 'domain', `${file}.ts`), 'export {};\n');
});

const generated = (id: string): ReturnType<typeof runInFolder> => {
  writeFileSync(path.join(folder, 'openapi.yaml'), DOCUMENT(id));
  return runInFolder(folder, generate, ['--handlers', 'domain']);
};

it('generate names it and ends with 1, and writes the files', async () => {
  expect(await generated('17')).toEqual({
    code: 1,
    stdout: expect.stringContaining('generated was generated from openapi.yaml') as string,
    stderr: expect.stringMatching(
      /\ndomain\/trees_read\.ts is the handler of an operation that is left out; correct the document, or remove it\n$/,
    ) as string,
  });
  expect(existsSync(path.join(folder, 'generated', 'contract.ts'))).toBe(true);
});

it('generate ends with 0 once the operation is served again', async () => {
  expect(await generated('string')).toMatchObject({ code: 0 });
});

it('generate names the handler of an operation without an operationId, by the name that it had', async () => {
  const text = DOCUMENT('17').replace('operationId: trees/read', 'summary: One');
  writeFileSync(path.join(folder, 'openapi.yaml'), text);
  writeFileSync(path.join(folder, 'domain', 'get_trees_by_id.ts'), 'export {};\n');
  const { code, stderr } = await runInFolder(folder, generate, ['--handlers', 'domain']);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /\ndomain\/get_trees_by_id\.ts is the handler of an operation that is left out; [^\n]+\n$/,
  );
});
