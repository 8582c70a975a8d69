import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { copyCompiledProject } from '../support/project-copy';

/** The first workflow, in a copy of the project: edit the document, regenerate, follow the compiler. */

const project = copyCompiledProject();
const copy = project.folder;
afterAll(() => project.remove());

function npm(...args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile('npm', ['run', '--silent', ...args], { cwd: copy }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
    });
  });
}

const OPERATION = `
  /plants/{id}:
    get:
      operationId: readPlant
      summary: Read a plant
      parameters:
        - name: id
          in: path
          required: true
          schema: { type: integer, format: int64 }
      responses:
        '200':
          description: The plant
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Plant' }
        '404': { $ref: '#/components/responses/BadRequest' }
components:
`;

const HANDLER = `import type { Handler, Response } from '../handler';

export const readPlant: Handler<'readPlant'> = async ({ path }, { dependencies }): Promise<Response<'readPlant'>> => {
  for await (const plant of dependencies.plants.list()) {
    if (plant.id === path.id) return { status: 200, body: plant };
  }
  return { status: 404, body: { error: 40401, message: \`There is no plant \${path.id}\` } };
};
`;

function writeHandler(name: string, text: string): string {
  const file = path.join(copy, 'src', 'plant-store', 'plants', 'handlers', `${name}.ts`);
  writeFileSync(file, text);
  return file;
}

// The document gets an operation, and one more status for that which it has.
beforeAll(() => {
  const spec = path.join(copy, 'spec', 'openapi.yaml');
  const text = readFileSync(spec, 'utf8')
    .replace('\ncomponents:\n', OPERATION)
    .replace(
      "        '401':\n",
      "        '409':\n          $ref: '#/components/responses/BadRequest'\n        '401':\n",
    );
  writeFileSync(spec, text);
});

it('a new operation fails the type check with its name until its handler file is there', async () => {
  const drift = await npm('check', '--', '--only', 'generated,handlers');
  expect(drift.code).toBe(1);
  expect(drift.output).toMatch(/generated\/contract\.ts: .*run: npm run generate/);
  expect(drift.output).toMatch(/the operation "readPlant" \(GET \S+\) has no handler; write \S+/);

  expect(await npm('generate')).toMatchObject({ code: 0 });
  const missing = await npm('build');
  expect(missing.code).not.toBe(0);
  expect(missing.output).toContain(
    "Cannot find module '../src/plant-store/plants/handlers/readPlant'",
  );

  writeHandler('readPlant', HANDLER);
  const output = expect.stringMatching(/^(?:Building .*\n)+$/) as string;
  expect(await npm('build')).toEqual({ code: 0, output });
  expect(await npm('check')).toMatchObject({ code: 0 });
});

it('a status that is added to the document is used for the failure that has it, without a change of code', async () => {
  const script = `
    const { handlers } = require('./dist/generated/handlers');
    const { plantProgram, startServer } = require('./dist/src/plant-store/server');
    const { readConfig } = require('./dist/src/plant-store/config');
    const { createLog } = require('./src/runtime/dist/service/log');
    const config = readConfig({ PORT: '0', ACCESS_TOKENS: 't', LOG_LEVEL: 'silent', DATABASE_URL: 'sqlite:data/p.db' });
    startServer(config, { log: createLog('silent'), program: plantProgram(handlers) }).then(async ({ url, close }) => {
      const headers = { authorization: 'Bearer t', 'content-type': 'application/json' };
      const post = (body) => fetch(url + '/plants', { method: 'POST', headers, body });
      await post('{"id":1,"name":"a"}');
      const taken = await post('{"id":1,"name":"b"}');
      const read = await fetch(url + '/plants/1', { headers });
      console.log(taken.status, (await taken.json()).error, read.status, await read.text());
      await close();
    });`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { cwd: copy });
  expect(stdout).toBe('409 40901 200 {"name":"a"}\n');
});

it('a handler for no operation does not compile', async () => {
  const stray = writeHandler(
    'waterPlant',
    `import type { Handler } from '../handler';\nexport const waterPlant: Handler<'waterPlant'> = async () => ({ status: 200 });\n`,
  );
  const { code, output } = await npm('build');
  rmSync(stray);
  expect(code).not.toBe(0);
  expect(output).toContain('"waterPlant"');
});
