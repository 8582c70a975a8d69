import { parseSource, readDocument } from '../../src/document/read/read-document';
import type { Listener } from '../../src/express/listener';
import {
  responseForCode,
  defaultResponse,
  chooseMediaType,
  memberOf,
  parsePreferences,
  type Preferences,
} from '../../src/mock/choose-response';
import { startCpuClock } from '../support/cpu-time';
import { sendRaw } from '../support/raw-connection';
import { serveMock } from '../support/serve-mock';

const DOCUMENT = `openapi: 3.2.0
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
  /problems:
    get:
      operationId: problems
      responses:
        200: { description: None }
        401:
          description: Who
          content: { application/problem+json: { schema: { $ref: '#/components/schemas/Problem' } } }
        404:
          description: Nothing
          content:
            application/problem+json:
              { schema: { $ref: '#/components/schemas/Problem' }, example: { status: 404, title: Gone } }
        5XX: { description: Down, content: { text/plain: { schema: { type: string } } } }
  /pets:
    get:
      operationId: pets
      responses:
        200:
          description: Pets
          headers: { X-Total: { required: true, schema: { const: 2 } } }
          content:
            application/xml: { schema: { $ref: '#/components/schemas/Pet' }, example: { name: Rex } }
            text/xml: { schema: { $ref: '#/components/schemas/Pet' }, example: <pet/> }
            text/event-stream:
              { schema: { $ref: '#/components/schemas/Pet' }, example: { name: Rex } }
            application/jsonl: { schema: { type: array }, example: [{ name: Rex }, 2] }
  /pets/1:
    get:
      operationId: pet
      responses:
        200:
          description: A pet
          content:
            application/xml: { schema: { $ref: '#/components/schemas/Pet' } }
            application/json: { schema: { $ref: '#/components/schemas/Pet' } }
  /documents:
    get:
      operationId: documents
      responses:
        200:
          description: Documents
          content:
            application/xml:
              schema: { $ref: '#/components/schemas/Pet' }
              examples: { data: { value: { name: Rex } }, text: { value: <pet/> } }
            text/xml: { schema: { type: string, examples: [<dog/>] } }
            application/soap+xml:
              examples: { both: { dataValue: { name: Rex }, serializedValue: <soap/> } }
components:
  schemas:
    Problem:
      type: object
      required: [status, title]
      properties:
        { status: { type: integer }, title: { type: string }, detail: { type: string } }
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
      properties: { name: { type: string, examples: [A & B] } }
`;

let listener: Listener;

beforeAll(async () => {
  const fail = (...args: unknown[]): never => {
    throw new Error(args.join(' '));
  };
  listener = await serveMock(parseSource(DOCUMENT, 'mocked.yaml'), {
    validateResponses: true,
    notice: ({ message }) => fail(message),
    report: fail,
    onFault: fail,
  });
});
afterAll(() => listener.close(0));

const get = (target: string, init: RequestInit = {}): Promise<Response> =>
  fetch(listener.url + target, init);

it('answers 204 with a warning for an operation without responses', async () => {
  const { status, headers } = await get('/silent');
  expect([status, headers.get('x-mock-warning')]).toEqual([204, 'no response is documented']);
});

it.each([
  [
    'code=401',
    401,
    { status: 401, title: 'No credentials were sent', detail: 'No credentials were sent' },
  ],
  ['code=404', 404, { status: 404, title: 'Gone' }],
  ['code=507', 507, 'Insufficient Storage'],
])(
  'says the failure %s as a service does, where there is no example',
  async (prefer, status, want) => {
    const response = await get('/problems', { headers: { prefer } });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    expect([response.status, isJson ? JSON.parse(text) : text]).toEqual([status, want]);
  },
);

it.each([
  ['text/xml', '<pet/>'],
  ['text/event-stream', 'data: {"name":"Rex"}\n\n'],
  ['application/jsonl', '{"name":"Rex"}\n2\n'],
])('writes %s as what it is', async (accept, want) => {
  const response = await get('/pets', { headers: { accept } });
  expect(response.headers.get('content-type')).toMatch(new RegExp(`^${accept}`));
  expect(await response.text()).toBe(want);
});

it.each([
  ['application/xml', '<pet/>'],
  ['text/xml', '<dog/>'],
  ['application/soap+xml', '<soap/>'],
])('sends %s as the text of the document', async (accept, want) => {
  const response = await get('/documents', { headers: { accept } });
  expect([response.headers.get('content-type'), await response.text()]).toEqual([
    expect.stringContaining(accept),
    want,
  ]);
});

it.each([
  ['/pets', 'application/xml'],
  ['/pets/1', 'application/xml, application/json;q=0'],
  ['/documents', 'application/xml', 'dynamic=true'],
])('refuses %s as XML without a text in the document', async (target, accept, prefer = '') => {
  const response = await get(target, { headers: { accept, prefer } });
  const message =
    'The mock sends application/xml from examples only, and this response has none as text';
  expect([response.status, response.headers.get('x-mock-warning')]).toEqual([406, message]);
  expect(await response.json()).toEqual({ error: 40601, message });
});

it.each(['*/*', 'text/html, application/xml;q=0.9, */*;q=0.8'])(
  'sends JSON to a client of %s, rather than XML without a text',
  async (accept) => {
    const response = await get('/pets/1', { headers: { accept } });
    expect(await response.json()).toEqual({ name: 'A & B' });
  },
);

it('lists all faults of the first request that is refused', async () => {
  const response = await get('/pages?first=x&last=y');
  expect(await response.json()).toEqual({
    errors: [
      { field: 'first', message: 'The query parameter "first" must be of type integer' },
      { field: 'last', message: 'The query parameter "last" must be of type integer' },
    ],
  });
});

describe('the document', () => {
  it.each([
    ['json', 'application/json', /^\{\n {2}"openapi": "3\.2\.0",/],
    ['yaml', 'application/yaml', /^openapi: 3\.2\.0\n/],
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

describe('the choice of a response', () => {
  const operation = (keys: readonly string[]): Parameters<typeof defaultResponse>[0] =>
    ({ responses: Object.fromEntries(keys.map((key) => [key, {}])) }) as never;

  it.each<[string[], unknown]>([
    [['500', '201', '200'], { status: 200, key: '200' }],
    [['404', '2XX', 'default'], { status: 200, key: '2XX' }],
    [['404', 'default'], { status: 200, key: 'default' }],
    [['404', '302'], { status: 302, key: '302' }],
    [['4XX'], { status: 400, key: '4XX' }],
    [['101'], undefined],
    [[], { status: 204 }],
  ])('of %j the usual response', (keys, want) => {
    expect(defaultResponse(operation(keys))).toEqual(want);
  });

  it.each<[string[], number, unknown]>([
    [['200', '404', '4XX'], 404, { status: 404, key: '404' }],
    [['200', '4XX', 'default'], 418, { status: 418, key: '4XX' }],
    [['200', 'default'], 503, { status: 503, key: 'default' }],
    [['200'], 404, undefined],
  ])('of %j for %d', (keys, code, want) => {
    expect(responseForCode(operation(keys), code)).toEqual(want);
  });

  it.each<[string[], string[], string, string]>([
    [['text/plain', 'application/json'], [], 'application/json', 'application/json'],
    [['text/plain', 'application/json'], ['text/*'], 'text/plain', 'text/plain'],
    [['audio/*'], [], 'audio/*', 'audio/mpeg'],
    [['audio/*', 'video/*'], ['video/webm, audio/ogg;q=0.5'], 'video/*', 'video/webm'],
    [['*/*'], ['image/svg+xml'], '*/*', 'image/svg+xml'],
    [['*/*'], ['*/*'], '*/*', 'application/json'],
    [['model/*'], ['text/html'], 'model/*', 'model/example'],
  ])('of %j a client that takes %j gets %s, as %s', (offers, accept, offer, sent) => {
    expect(chooseMediaType(offers, accept)).toBe(offer);
    expect(memberOf(offer, accept)).toBe(sent);
  });

  it.each<[string[], Preferences]>([
    [[], {}],
    [['code=404'], { code: { name: 'code', status: 404 } }],
    [['status=404'], { code: { name: 'status', status: 404 } }],
    [['status=404, code=400'], { code: { name: 'code', status: 400 } }],
    [
      ['Code = 404 ; strict, example="a, \\"b\\"", dynamic=true'],
      { code: { name: 'code', status: 404 }, example: 'a, "b"', dynamic: true },
    ],
    [['return=minimal', 'example=one', 'example=two'], { example: 'one' }],
    [['code=99'], {}],
    [['code=600'], {}],
    [['code'], {}],
    [['example'], { example: '' }],
    [['dynamic=false'], {}],
    [['=', ';;', '"'], {}],
    [['__proto__=1, toString=2'], {}],
  ])('%j', (given, want) => {
    expect(parsePreferences(given)).toEqual(want);
  });

  it('takes no longer for many than for few', () => {
    const cpuTimeMs = startCpuClock();
    parsePreferences(['a="'.repeat(20_000), 'x,'.repeat(20_000)]);
    expect(cpuTimeMs()).toBeLessThan(1_000);
  });
});

describe('a document of OpenAPI 3.2', () => {
  const search = '%7B%22author%22%3A%22a%22%7D';
  let books: Listener;
  beforeAll(async () => {
    books = await serveMock(readDocument('test/fixtures/openapi-3.2.yaml'));
  });
  afterAll(() => books.close(0));

  it.each<[string, string, object]>([
    ['QUERY /books', '{"author":"a"}', { status: 200, body: '["Emma"]' }],
    ['QUERY /books', '{}', { status: 400 }],
    ['COPY /books', '', { status: 204 }],
    ['M-SEARCH /books', '', { status: 204 }],
    [`GET /books?${search}`, '', { status: 204 }],
    ['GET /books', '', { status: 400 }],
    ['POST /nodes?$.a', '{"id":1,"next":{"id":2}}', { status: 204 }],
    ['POST /nodes', '{"id":1,"next":{}}', { status: 400 }],
  ])('answers %s with %j', async (start, body, want) => {
    const head = [`${start} HTTP/1.1`, 'Host: localhost', 'Connection: close'];
    const content = ['Content-Type: application/json', `Content-Length: ${body.length}`];
    const lines = [...head, ...(body === '' ? [] : content)].join('\r\n');
    expect(await sendRaw(books.url, `${lines}\r\n\r\n${body}`)).toMatchObject(want);
  });
});
