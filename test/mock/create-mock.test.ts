import { withCors } from '../../src/mock/cors';
import { createMock } from '../../src/mock/create-mock';
import { withDocument } from '../../src/mock/published-document';
import { parseSource } from '../../src/document/read/read-document';
import { createServer } from '../../src/express';
import { listen, type Listener } from '../../src/express/listener';

const DOCUMENT = `openapi: 3.1.0
info: { title: Mocked, version: 1.0.0 }
paths:
  /silent: { get: { operationId: silent } }
  /pages:
    get:
      operationId: pages
      parameters:
        - { name: first, in: query, schema: { type: integer } }
        - { name: last, in: query, schema: { type: integer } }
      responses:
        204: { description: None }
        422:
          description: Why not
          content: { application/json: { schema: { $ref: '#/components/schemas/Faults' } } }
  /pets:
    get:
      operationId: pets
      responses:
        200:
          description: Pets
          headers: { X-Total: { required: true, schema: { const: 2 } } }
          content:
            application/xml: { schema: { $ref: '#/components/schemas/Pet' } }
            text/xml: { schema: { $ref: '#/components/schemas/Pet' }, example: <pet/> }
            text/event-stream:
              { schema: { $ref: '#/components/schemas/Pet' }, example: { name: Rex } }
            application/jsonl: { schema: { type: array }, example: [{ name: Rex }, 2] }
components:
  schemas:
    Faults:
      type: object
      required: [errors]
      properties: { errors: { type: array, items: { $ref: '#/components/schemas/Fault' } } }
    Fault:
      type: object
      required: [field, message]
      properties: { field: { type: string }, message: { type: string } }
    Pet:
      type: object
      required: [name]
      properties: { name: { type: string, examples: [A & B], xml: { attribute: true } } }
`;

let listener: Listener;

beforeAll(async () => {
  const fail = (...args: unknown[]): never => {
    throw new Error(args.join(' '));
  };
  const mock = await createMock(parseSource(DOCUMENT, 'mocked.yaml'), {
    seed: 1,
    tokens: new Set(),
    maxBodyBytes: 1_000_000,
    validateResponses: true,
    notice: ({ message }) => fail(message),
    report: fail,
    onFault: fail,
  });
  const options = { requestTimeoutMs: 30_000, onFault: fail };
  const answer = withCors(withDocument(mock.loaded.document, mock.answer));
  const server = createServer(answer, options);
  listener = await listen(server, '127.0.0.1', 0, 'port');
});
afterAll(() => listener.close(0));

const get = (target: string, init: RequestInit = {}): Promise<Response> =>
  fetch(listener.url + target, init);

it('answers 204 with a warning for an operation without responses', async () => {
  const { status, headers } = await get('/silent');
  expect([status, headers.get('x-mock-warning')]).toEqual([204, 'no response is documented']);
});

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

it.each([
  ['application/xml', `${DECLARATION}<Pet name="A &amp; B"/>`],
  ['text/xml', '<pet/>'],
  ['text/event-stream', 'data: {"name":"Rex"}\n\n'],
  ['application/jsonl', '{"name":"Rex"}\n2\n'],
])('writes %s as what it is', async (accept, want) => {
  const response = await get('/pets', { headers: { accept } });
  expect(response.headers.get('content-type')).toMatch(new RegExp(`^${accept}`));
  expect(await response.text()).toBe(want);
});

it('lists all faults of the first request that is refused', async () => {
  const response = await get('/pages?first=x&last=y');
  expect(await response.json()).toEqual({
    errors: [
      { field: 'first', message: 'The query parameter "first" must be of type integer' },
      { field: 'last', message: 'The query parameter "last" must be of type integer' },
    ],
  });
});

describe('for a page of another origin', () => {
  const origin = 'https://example.com';

  it('the response is readable, with each of its headers', async () => {
    const { headers } = await get('/pets', { headers: { origin, prefer: 'status=200' } });
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': 'X-Total, Content-Type, Preference-Applied',
      'preference-applied': 'status=200',
      vary: 'Origin',
    });
  });

  it('a preflight allows what is asked for, on every path', async () => {
    const asked = {
      'access-control-request-method': 'DELETE',
      'access-control-request-headers': 'authorization, x-own',
    };
    const { status, headers } = await get('/nowhere', {
      method: 'OPTIONS',
      headers: { origin, ...asked },
    });
    expect([status, Object.fromEntries(headers)]).toMatchObject([
      204,
      {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'DELETE',
        'access-control-allow-headers': 'authorization, x-own',
        'access-control-max-age': '600',
      },
    ]);
  });

  it('a refusal is readable, and OPTIONS without a preflight is what it is', async () => {
    const missing = await get('/nowhere', { headers: { origin } });
    const options = await get('/pets', { method: 'OPTIONS', headers: { origin } });
    expect([missing.status, missing.headers.get('access-control-allow-origin')]).toEqual([
      404,
      origin,
    ]);
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
  });

  it('nothing is said where there is no origin', async () => {
    const { headers } = await get('/pets');
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});

describe('the document', () => {
  it.each([
    ['json', 'application/json', /^\{\n {2}"openapi": "3\.1\.0",/],
    ['yaml', 'application/yaml', /^openapi: 3\.1\.0\n/],
  ])('is served as openapi.%s', async (suffix, mediaType, text) => {
    const response = await get(`/-/openapi.${suffix}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, mediaType]);
    expect(await response.text()).toMatch(text);
    const head = await get(`/-/openapi.${suffix}`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it.each([
    ['/-/openapi.json', 'POST', 405],
    ['/-/other', 'GET', 404],
  ])('%s is nothing for %s', async (target, method, status) => {
    expect((await get(target, { method })).status).toBe(status);
  });
});
