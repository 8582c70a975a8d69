import { createServer } from 'node:http';
import { discover } from '../../../src/conformance/stateful/discover';
import { directRun } from './direct-run';
import { withServer } from '../test-server';

/** Projects can be listed but not read; the first of their tasks cannot be read. */
const DOCUMENT = `
openapi: 3.1.0
info: { title: Projects, version: '1' }
paths:
  /projects:
    get:
      operationId: listProjects
      responses:
        200:
          description: Projects
          content: { application/json: { schema: { type: array, items: { type: object } } } }
  /projects/{projectId}/tasks:
    parameters: [{ $ref: '#/components/parameters/Project' }]
    get:
      operationId: listTasks
      responses:
        200:
          description: Tasks
          content: { application/json: { schema: { type: array, items: { type: object } } } }
  /projects/{projectId}/tasks/{taskId}:
    parameters:
      - { $ref: '#/components/parameters/Project' }
      - { in: path, name: taskId, required: true, schema: { type: integer } }
    get: { operationId: getTask, responses: { 200: { description: A task } } }
components:
  parameters:
    Project: { in: path, name: projectId, required: true, schema: { type: string } }
`;

const ANSWERS = new Map<string, unknown>([
  ['/projects', [{ id: 'default' }]],
  ['/projects/default/tasks', [{ id: 1 }, { id: 2 }]],
  ['/projects/default/tasks/2', { id: 2 }],
]);

it('takes the ids of what is listed, also where nothing reads it', async () => {
  const server = createServer(({ url = '' }, response) => {
    const body = ANSWERS.get(url);
    const status = body === undefined ? 404 : 200;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? {}));
  });
  const known = await withServer(server, (url) => discover(directRun(DOCUMENT, url)));
  expect(known.all.map(({ path, keys }) => [path, keys])).toEqual([
    ['/projects/{projectId}/tasks/{taskId}', ['default', 2]],
    ['/projects/{projectId}', ['default']],
  ]);
});
