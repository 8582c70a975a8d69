import { discover } from '../../../../src/tools/conformance/stateful/discover';
import { directRun } from './direct-run';
import { withServer, answering } from '../test-server';
import type { Exchange } from '../../../../src/tools/judge/exchange';
import { evaluateExpression } from '../../../../src/tools/conformance/stateful/links';
import { runStateful } from '../../../../src/tools/conformance/stateful/run-stateful';

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

const JSON_TYPE = { 'Content-Type': 'application/json' };

const ANSWERS = new Map<string, unknown>([
  ['/projects', [{ id: 'default' }]],
  ['/projects/default/tasks', [{ id: 1 }, { id: 2 }]],
  ['/projects/default/tasks/2', { id: 2 }],
]);

it('takes the ids of what is listed, also where nothing reads it', async () => {
  const server = answering(({ url = '' }) => {
    const body = ANSWERS.get(url);
    return body === undefined ? 404 : [200, JSON_TYPE, JSON.stringify(body)];
  });
  const known = await withServer(server, (url) => discover(directRun(DOCUMENT, url)));
  expect(known.all.map(({ path, keys }) => [path, keys])).toEqual([
    ['/projects/{projectId}/tasks/{taskId}', ['default', 2]],
    ['/projects/{projectId}', ['default']],
  ]);
});

describe('what was only taken on', () => {
  const DOCUMENT = `
openapi: 3.1.0
info: { title: Exports, version: '1' }
paths:
  /exports:
    post:
      operationId: startExport
      requestBody: { content: { text/csv: { schema: { type: string } } } }
      responses: { '202': { description: Taken on } }
  /exports/{exportId}:
    get:
      operationId: getExport
      parameters: [{ in: path, name: exportId, required: true, schema: { type: string } }]
      responses: { '200': { description: How it stands } }
`;

  /** The keys of known items of a service that accepts an export and refers to it in a given way. */
  async function known(headers: Record<string, string>, body: object): Promise<unknown[]> {
    const server = answering(({ method, url }) => {
      if (method === 'POST') return [202, { ...JSON_TYPE, ...headers }, JSON.stringify(body)];
      return url === '/exports/e7' ? 200 : 404;
    });
    const items = await withServer(server, (url) => discover(directRun(DOCUMENT, url)));
    return items.all.map(({ keys }) => keys);
  }

  it.each<[string, Record<string, string>, object]>([
    ['Location', { Location: '/exports/e7' }, {}],
    ['an id', {}, { id: 'e7' }],
  ])('finds what was only taken on (202) by %s', async (_, headers, body) => {
    expect(await known(headers, body)).toEqual([['e7']]);
  });

  it('knows nothing of what cannot be read', async () => {
    expect(await known({ Location: '/exports/e8' }, {})).toEqual([]);
  });
});

describe('links', () => {
  const exchange: Exchange = {
    testCase: {
      phase: 'stateful',
      operation: undefined,
      title: '',
      covers: [],
      request: {
        method: 'POST',
        target: '/books/7?full=true',
        headers: [['X-Who', 'me']],
        body: Buffer.from('{"a":{"b/c":[1,2]}}'),
      },
      values: {
        parameters: [
          { parameter: { pointer: '', value: { in: 'path', name: 'id' } }, value: 7 },
          { parameter: { pointer: '', value: { in: 'query', name: 'full' } }, value: true },
        ],
      },
    },
    judgement: { expected: 'open', reason: '' },
    outcome: {
      kind: 'response',
      response: {
        status: 201,
        headers: [
          ['Content-Type', 'application/json'],
          ['Location', '/books/8'],
        ],
        body: Buffer.from('{"id":9007199254740993,"self":{"href":"/x"}}'),
      },
    },
    sentAt: 0,
    durationMs: 0,
  };

  it.each([
    ['$method', 'POST'],
    ['$statusCode', 201],
    ['$request.header.x-who', 'me'],
    ['$request.path.id', 7],
    ['$request.query.full', true],
    ['$request.body#/a/b~1c/1', 2],
    ['$request.body', { a: { 'b/c': [1, 2] } }],
    ['$response.body#/id', 9007199254740993n],
    ['$response.body#/self/href', '/x'],
    ['$response.header.Location', '/books/8'],
    ['$response.body#/missing', undefined],
    ['$response.path.id', undefined],
    ['books-{$request.path.id}-{$response.body#/id}', 'books-7-9007199254740993'],
    ['books-{$response.body#/missing}', undefined],
    ['constant', 'constant'],
    [5, 5],
  ])('%s is %p', (expression, value) => {
    expect(evaluateExpression(expression, exchange)).toEqual(value);
  });
});

describe('names that clients choose', () => {
  /** Shelves with names chosen by clients. @param pattern pattern of the names */
  const documentOf = (pattern: string): string => `
openapi: 3.1.0
info: { title: Shelves, version: '1' }
paths:
  /shelves:
    post:
      operationId: createShelf
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Shelf' } } }
      responses:
        201:
          description: Made
          content: { application/json: { schema: { $ref: '#/components/schemas/Shelf' } } }
        409: { description: Another has the name }
        4XX: { description: Refused }
  /shelves/{slug}:
    get:
      operationId: getShelf
      parameters: [{ name: slug, in: path, required: true, schema: { type: string } }]
      responses:
        200:
          description: The shelf
          content: { application/json: { schema: { $ref: '#/components/schemas/Shelf' } } }
        404: { description: There is none }
components:
  schemas:
    Shelf:
      type: object
      required: [slug, room, width]
      additionalProperties: false
      properties:
        slug: { type: string, pattern: '${pattern}' }
        room: { type: string, minLength: 1 }
        width: { type: integer, minimum: 1 }
`;

  type Fault = 'replaces what has the name' | 'stores what it refuses';

  /** The ids of the checks with findings for a service. */
  async function found(pattern: string, fault?: Fault): Promise<string[]> {
    const shelves = new Map<string, string>();
    const server = answering(({ url = '' }, bytes) => {
      const body = bytes.toString();
      const [, , slug] = url.split('/').map(decodeURIComponent);
      if (slug !== undefined) return [shelves.has(slug) ? 200 : 404, JSON_TYPE, shelves.get(slug)];
      const shelf = JSON.parse(body) as Record<string, unknown>;
      const { slug: name, room, width } = shelf;
      if (typeof name !== 'string' || !new RegExp(pattern).test(name)) return 400;
      const isRight = typeof room === 'string' && room !== '' && Number.isInteger(width);
      if (!isRight && fault === 'stores what it refuses') shelves.set(name, body);
      if (!isRight || Number(width) < 1) return 400;
      if (shelves.has(name) && fault !== 'replaces what has the name') return 409;
      shelves.set(name, body);
      return [201, JSON_TYPE, body];
    });
    return withServer(server, async (url) => {
      const run = directRun(documentOf(pattern), url);
      await runStateful(run);
      return [...new Set(run.findings.map(({ check }) => check))];
    });
  }

  it.each<[string, Fault | undefined, string[]]>([
    ['^[a-z]{6}$', undefined, []],
    ['^[a-d]$', undefined, []],
    ['^[a-z]{6}$', 'replaces what has the name', ['retry-has-one-effect']],
    ['^[a-z]{6}$', 'stores what it refuses', ['refused-create-leaves-nothing']],
  ])('names like %s, and the fault: %s', async (pattern, fault, checks) => {
    expect(await found(pattern, fault)).toEqual(checks);
  });
});
