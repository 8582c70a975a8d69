import path from 'node:path';
import { parseSource, readDocument } from '../../../src/tools/document/read/read-document';
import type { Listener } from '../../../src/runtime/express/listener';
import {
  responseForCode,
  defaultResponse,
  chooseMediaType,
  memberOf,
  parsePreferences,
  type Preferences,
} from '../../../src/tools/mock/choose-response';
import { exercise } from '../../lab/corpus/exercise';
import { startCpuClock } from '../../support/cpu-time';
import { HIERARCHY_SHAPES, withOwnId } from '../../support/hierarchy-shapes';
import { sendRaw } from '../../support/raw-connection';
import { serveMock } from '../../support/serve-mock';
import { temporaryFolder, writeFiles } from '../../support/temporary-folder';
import { useStarted } from '../../support/use-started';
import { itEach } from '../../support/it-each';

const DOCUMENT = `openapi: 3.2.0
info: { title: Mocked, version: 1.0.0 }
paths:
  /silent: { get: { operationId: silent } }
  /tagged:
    get: &tagged
      operationId: readTagged
      responses:
        200: &found
          description: A thing
          headers: { etag: { schema: { type: string }, example: '"v1"' } }
          content: { application/json: { schema: { const: 1 } } }
        304: { description: As before }
    put: { <<: *tagged, operationId: writeTagged }
  /always: { get: { operationId: always, responses: { 200: *found } } }
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
  ['GET', '/tagged', '"v1"', 304],
  ['HEAD', '/tagged', 'W/"v1"', 304],
  ['GET', '/tagged', '"v0", "v1"', 304],
  ['GET', '/tagged', '*', 304],
  ['GET', '/tagged', '"v2"', 200],
  ['PUT', '/tagged', '"v1"', 200],
  ['GET', '/always', '"v1"', 200],
])('answers %s %s of a client that has %s with %d', async (method, target, tag, status) => {
  const response = await get(target, { method, headers: { 'if-none-match': tag } });
  const content = status === 200 ? '1' : '';
  expect([response.status, response.headers.get('etag')]).toEqual([status, '"v1"']);
  expect([await response.text(), response.headers.has('content-type')]).toEqual([
    content,
    status === 200,
  ]);
});

itEach({
  'code=401': [
    401,
    { status: 401, title: 'No credentials were sent', detail: 'No credentials were sent' },
  ],
  'code=404': [404, { status: 404, title: 'Gone' }],
  'code=507': [507, 'Insufficient Storage'],
})(
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
    expect(await (await get('/pets/1', { headers: { accept } })).json()).toEqual({ name: 'A & B' });
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
  ])('%j', (given, want) => expect(parsePreferences(given)).toEqual(want));

  it('takes no longer for many than for few', () => {
    const cpuTimeMs = startCpuClock();
    parsePreferences(['a="'.repeat(20_000), 'x,'.repeat(20_000)]);
    expect(cpuTimeMs()).toBeLessThan(1_000);
  });
});

describe('a document of OpenAPI 3.2', () => {
  const search = '%7B%22author%22%3A%22a%22%7D';
  const books = useStarted(() => serveMock(readDocument('test/fixtures/openapi-3.2.yaml')));

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

const ITEMS = `
openapi: 3.2.0
info: { title: Items, version: 1.0.0 }
paths:
  /lines:
    get:
      operationId: getLines
      responses:
        200:
          description: Lines
          content:
            application/jsonl:
              itemSchema: { $ref: '#/components/schemas/Item' }
              examples:
                wrong: { value: [{ id: x }] }
                text: { value: "{\\"id\\": 1}\\n{\\"id\\": 2}\\n" }
                list: { dataValue: [{ id: 3 }] }
    post:
      operationId: postLines
      requestBody:
        required: true
        content: { application/jsonl: { itemSchema: { $ref: '#/components/schemas/Item' } } }
      responses: { 204: { description: Taken }, 400: { description: Refused } }
  /records:
    get:
      operationId: getRecords
      responses:
        200:
          description: Records
          content: { application/json-seq: { itemSchema: { $ref: '#/components/schemas/Item' } } }
    post:
      operationId: postRecords
      requestBody:
        required: true
        content: { application/json-seq: { itemSchema: { $ref: '#/components/schemas/Item' } } }
      responses: { 204: { description: Taken }, 400: { description: Refused } }
  /events:
    get:
      operationId: getEvents
      responses:
        200:
          description: Events
          content:
            text/event-stream:
              itemSchema: { $ref: '#/components/schemas/Event' }
              example: "event: add\\ndata: a\\ndata: b\\n\\n: comment\\ndata: c"
    post:
      operationId: postEvents
      requestBody:
        required: true
        content: { text/event-stream: { itemSchema: { $ref: '#/components/schemas/Event' } } }
      responses: { 204: { description: Taken }, 400: { description: Refused } }
  /parts:
    get:
      operationId: getParts
      responses:
        200:
          description: Parts
          content:
            multipart/mixed:
              itemSchema: { type: object, properties: { id: { const: 1 } } }
              prefixEncoding: [{ contentType: text/* }]
    post:
      operationId: postParts
      requestBody:
        required: true
        content:
          multipart/mixed:
            itemSchema: { anyOf: [{ type: integer }, { type: object }] }
      responses: { 204: { description: Taken }, 400: { description: Refused } }
components:
  schemas:
    Item: { type: object, required: [id], properties: { id: { type: integer } } }
    Event:
      type: object
      required: [data]
      properties: { data: { type: string }, event: { enum: [add] }, retry: { type: integer, minimum: 0 } }
`;

describe('documents with items', () => {
  const itemsSource = parseSource(ITEMS, 'items.yaml');

  const items = useStarted(() =>
    serveMock(itemsSource, { maxBodyBytes: 1_000, validateResponses: true }),
  );

  itEach<[given: [path: string, prefer: string], want: string | RegExp]>({
    'an example as text': [['/lines', ''], '{"id":1}\n{"id":2}\n'],
    'an example as a list': [['/lines', 'example=list'], '{"id":3}\n'],
    'made lines': [['/lines', 'dynamic=true'], /^(\{"id":-?\d+\}\n){3}$/],
    // eslint-disable-next-line no-control-regex
    'made records': [['/records', ''], /^(\x1e\{"id":-?\d+\}\n){3}$/],
    'made parts': [
      ['/parts', ''],
      /^--\S+\r\nContent-Type: text\/plain\r\n\r\n\{"id":1\}\r\n(--\S+\r\nContent-Type: application\/json\r\n\r\n\{("id":1)?\}\r\n){2}--\S+--\r\n$/,
    ],
    'an example of events': [['/events', ''], 'event: add\ndata: a\ndata: b\n\ndata: c\n\n'],
    'made events': [
      ['/events', 'dynamic=true'],
      /^((event: add\n)?(retry: \d+\n)?(data: .*\n)+\n){3}$/,
    ],
  })('the mock gives %s', async (_, [path, prefer], want) => {
    const response = await fetch(items.url + path, { headers: { prefer } });
    expect([response.status, await response.text()]).toEqual([
      200,
      typeof want === 'string' ? want : expect.stringMatching(want),
    ]);
  });

  it('a good request of each operation is accepted, and a broken one refused', async () => {
    expect(await exercise(itemsSource)).toMatchObject({
      operations: 8,
      routed: 8,
      accepted: 8,
      refused: 4,
      unbreakable: 4,
      failures: [],
    });
  });
});

describe('hierarchies', () => {
  /** A mock of animals, which are cats and dogs. Its responses are validated against the document. */

  const folder = temporaryFolder();

  describe.each(Object.entries(HIERARCHY_SHAPES))('%s', (_, shape) => {
    const { cat, dog, isOpen } = shape;

    const listener = useStarted(() => {
      const file = path.join(writeFiles(folder, withOwnId(shape)), 'openapi.yaml');
      const keeps = { maxItems: 10, maxBytes: 2000 };
      return serveMock(readDocument(file, file), { keeps, validateResponses: true });
    });

    const get = (target: string, prefer: string): Promise<any> =>
      fetch(`${listener.url}${target}`, { headers: { prefer } }).then((answer) => answer.json());
    const post = (animal: object): Promise<Response> =>
      fetch(`${listener.url}/animals`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(animal),
      });

    it('shows children with what they add', async () => {
      expect(await get('/animals/1', 'code=200')).toMatchObject({
        kind: cat,
        lives: expect.any(Number),
      });
      const animals: any[] = [];
      for (let times = 0; times < 20; times++) {
        animals.push(...(await get('/animals', 'dynamic=true')));
      }
      expect([...new Set(animals.map(({ kind }) => kind))].sort()).toEqual([cat, dog]);
      expect(animals).toContainEqual(
        expect.objectContaining({ kind: dog, tricks: expect.any(Array) }),
      );
    });

    it('keeps what a child adds', async () => {
      for (const animal of [
        { kind: cat, name: 'Tom', lives: 9 },
        { kind: dog, name: 'Rex', tricks: ['sit'] },
      ]) {
        const created = await post(animal);
        const { id, ...shown } = (await created.json()) as { readonly id: number };
        expect([created.status, shown]).toEqual([201, animal]);
        expect(await get(`/animals/${id}`, '')).toEqual({ id, ...animal });
      }
      expect((await post({ kind: cat, name: 'Tom', lives: 'nine' })).status).toBe(400);
    });

    it(isOpen ? 'takes a kind that no child has' : 'refuses a kind that no child has', async () => {
      const animal = { kind: 'fish', name: 'Nemo' };
      const created = await post(animal);
      expect(created.status).toBe(isOpen ? 201 : 400);
      if (isOpen) expect(await created.json()).toMatchObject(animal);
    });
  });
});
