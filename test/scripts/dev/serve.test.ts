import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { copyProject } from '../../support/project-copy';

/** What the development server does for an operation that has no handler yet, in a copy of the project. */

const OPERATION = `
  /plants/{id}:
    get:
      operationId: readPlant
      summary: Read a plant
      parameters: [{ name: id, in: path, required: true, schema: { type: integer, format: int64 } }]
      responses:
        '200':
          description: The plant
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Plant' }
              example: { name: Aloe }
        '400': { $ref: '#/components/responses/BadRequest' }
components:
`;

const project = copyProject();
let child: ChildProcess | undefined;
afterAll(() => {
  child?.kill();
  project.remove();
});

it('the mock answers for it and says so, as strict as the service', async () => {
  const spec = path.join(project.folder, 'spec', 'openapi.yaml');
  writeFileSync(spec, readFileSync(spec, 'utf8').replace('\ncomponents:\n', OPERATION));
  execFileSync('npm', ['run', '--silent', 'generate'], { cwd: project.folder });

  const env = { ...process.env, PORT: '0', ACCESS_TOKENS: 't', LOG_LEVEL: 'silent' };
  const serve = ['--import', 'tsx', path.join('scripts', 'dev', 'serve.ts')];
  const server = spawn(process.execPath, serve, { cwd: project.folder, env });
  child = server;
  let output = '';
  const url = await new Promise<string>((resolve) => {
    server.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('until it is written\n')) resolve(/listens on (\S+)/.exec(output)![1]!);
    });
  });
  expect(output).toContain(
    'the mock answers for readPlant (GET /plants/{id}) until it is written\n',
  );

  const read = (id: string, token = 't'): Promise<Response> =>
    fetch(`${url}/plants/${id}`, { headers: { authorization: `Bearer ${token}` } });
  const response = await read('1');
  expect({ status: response.status, body: await response.text() }).toEqual({
    status: 200,
    body: '{"name":"Aloe"}',
  });
  expect(output).toContain(
    'the mock answered for readPlant; write src/plants/handlers/readPlant.ts\n',
  );
  expect((await read('one')).status).toBe(400);
  expect((await read('1', 'other')).ok).toBe(false);
});
