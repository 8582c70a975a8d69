import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { contentCodings } from '../../../src/runtime/contract';
import { mock as command } from '../../../src/tools/mock/command';
import type { MockOptions } from '../../../src/tools/mock/create-mock';
import type { MockAccess } from '../../../src/tools/mock/start-mock';
import { parseSource } from '../../../src/tools/document/read/read-document';
import type { Listener } from '../../../src/runtime/express/listener';
import { sendRaw } from '../../support/raw-http';
import { runInProcess } from '../../support/run-in-process';
import { serveMock } from '../../support/serve-mock';
import { itEach } from '../../support/it-each';

/** A mock with a real server as upstream, whose responses each test defines. */

const body = (schema: string): string =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${schema}' } } }`;
const response = (schema: string): string => `{ description: d, ${body(schema)} }`;

const DOCUMENT = `openapi: 3.1.0
info: { title: Relayed, version: 1.0.0 }
servers: [{ url: /v1 }]
paths:
  /things:
    post:
      operationId: createThing
      requestBody: { required: true, ${body('Thing')} }
      responses: { 201: ${response('Thing')}, default: ${response('Error')} }
  /things/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: readThing
      parameters: [{ name: q, in: query, schema: { type: string } }]
      responses: { 200: ${response('Thing')}, 302: { description: d }, 404: ${response('Error')} }
  /pictures/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: readPicture
      responses: { 200: { description: d, content: { image/png: {} } } }
    put:
      operationId: putPicture
      requestBody: { required: true, content: { image/png: {} } }
      responses: { 204: { description: d } }
  /events:
    get:
      operationId: readEvents
      responses: { 200: { description: d, content: { text/event-stream: {} } } }
components:
  schemas:
    Thing: { type: object, required: [id], properties: { id: { type: integer }, name: { type: string } } }
    Error: { type: object, required: [message], properties: { message: { type: string } } }
`;

type Respond = (request: IncomingMessage, response: ServerResponse, content: Buffer) => void;

interface Seen {
  readonly start: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly content: Buffer;
}

let respond: Respond;
let seen: Seen[];
let upstream: http.Server;
let url: URL;
let usual: Listener;
/** The usual mock, or the one that a test serves. */
let mock: Listener;
let others: Listener[];
let reported: string[];

beforeAll(async () => {
  upstream = http.createServer((request, answer) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const content = Buffer.concat(chunks);
      const { method = '', url: target = '', headers } = request;
      seen.push({ start: `${method} ${target}`, headers, content });
      respond(request, answer, content);
    });
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  url = new URL(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}`);
  usual = await start();
});
afterAll(async () => {
  await usual.close(0);
  upstream.closeAllConnections();
  upstream.close();
});

beforeEach(() => {
  seen = [];
  reported = [];
  mock = usual;
  others = [];
});
afterEach(() => Promise.all(others.map((each) => each.close(0))));

const start = (
  options: Partial<NonNullable<MockOptions['upstream']>> = {},
  more: Partial<MockOptions> & MockAccess = {},
): Promise<Listener> =>
  serveMock(parseSource(DOCUMENT, 'relayed.yaml'), {
    upstream: {
      url,
      operationIds: undefined,
      mockedStatuses: new Set(['501', '405']),
      isStrict: false,
      timeoutMs: 30_000,
      ...options,
    },
    report: (pointer, message) => reported.push(`${pointer}: ${message}`),
    ...more,
  });

const serve = async (...options: Parameters<typeof start>): Promise<void> => {
  mock = await start(...options);
  others.push(mock);
};

const json = (status: number, value: unknown, headers: Record<string, string> = {}): Respond => {
  return (_, answer) => {
    answer.writeHead(status, { 'content-type': 'application/json', ...headers });
    answer.end(JSON.stringify(value));
  };
};

const get = (target: string, init: RequestInit = {}): Promise<Response> =>
  fetch(mock.url + target, { redirect: 'manual', ...init });

const post = (value: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  get('/v1/things', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(value),
  });

const source = (answer: Response): string | null => answer.headers.get('x-mock-source');

it('sends on what the document takes, with path, query, headers and body as they came', async () => {
  respond = json(
    201,
    { id: 1, extra: 2 },
    { 'X-Own': 'a', Connection: 'close, X-Hop', 'X-Hop': 'b' },
  );
  const created = await post({ id: 1, name: 'é' }, { 'X-Custom': 'c', Authorization: 'Bearer t' });
  expect([created.status, await created.text()]).toEqual([201, '{"id":1,"extra":2}']);
  expect(Object.fromEntries(created.headers)).toMatchObject({
    'x-mock-source': 'upstream',
    'x-own': 'a',
  });
  expect(['x-hop', 'x-contract-violation'].map((name) => created.headers.get(name))).toEqual([
    null,
    null,
  ]);
  const [request] = seen;
  expect([request!.start, request!.content.toString()]).toEqual([
    'POST /v1/things',
    '{"id":1,"name":"é"}',
  ]);
  expect(request!.headers).toMatchObject({
    host: url.host,
    authorization: 'Bearer t',
    'x-custom': 'c',
    via: '1.1 mock',
    'content-length': '20',
  });
  expect(reported).toEqual([]);
});

it.each([
  ['/things/a%2Fb?q=%C3%A9&q2', '/v1/things/a%2Fb?q=%C3%A9&q2', ''],
  ['/v1/things/1', '/v1/things/1', ''],
  ['/v1/things/1', '/base/things/1', '/base/'],
])('asks for %s at %s', async (target, want, basePath) => {
  if (basePath !== '') await serve({ url: new URL(url.origin + basePath) });
  respond = json(200, { id: 1 });
  expect(source(await get(target))).toBe('upstream');
  expect(seen.map(({ start }) => start)).toEqual([`GET ${want}`]);
});

it('sends on no request that the document refuses', async () => {
  const refused = await post({ id: 'x' });
  expect([refused.status, source(refused), seen]).toEqual([400, 'mock', []]);
  expect((await get('/v1/nowhere')).status).toBe(404);
});

describe('a path segment that others take for another path', () => {
  const getRaw = async (target: string): Promise<{ status: number; message: string }> => {
    const [answer] = await sendRaw(mock.url, `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    const { message } = JSON.parse(answer!.body) as { readonly message: string };
    return { status: answer!.status, message };
  };

  it.each([
    ['/v1/things/..', '..'],
    ['/v1/things/.', '.'],
    ['/v1/things/%2e%2e', '..'],
    ['/v1/things/.%2E?q=1', '..'],
    ['http://localhost/v1/things/%2E', '.'],
    ['/v1/things/..%2F..%2Fadmin', '..'],
    ['/v1/things/a%2f%2e%2e', '..'],
    ['/v1/things/..\\..', '..'],
    ['/v1/things/a%5C.', '.'],
  ])('is refused and not sent on: %s', async (target, segment) => {
    respond = json(200, { id: 1 });
    expect([await getRaw(target), seen]).toEqual([
      {
        status: 400,
        message: `The path segment "${segment}" is not sent on: the upstream could take it for another path`,
      },
      [],
    ]);
  });

  it('is a value of the parameter to the mock itself, as to a service', async () => {
    await serve({ operationIds: new Set(['createThing']) });
    const [answer] = await sendRaw(
      mock.url,
      'GET /v1/things/%2e%2e HTTP/1.1\r\nHost: localhost\r\n\r\n',
    );
    expect(answer).toMatchObject({ status: 200, headers: { 'x-mock-source': 'made' } });
  });

  it.each([
    ['/v1/things/...', '/v1/things/...'],
    ['/v1/things/..a', '/v1/things/..a'],
    ['/v1/things/a%2Fb', '/v1/things/a%2Fb'],
    ['/v1/things/..a\\b', '/v1/things/..a%5Cb'],
  ])('is no dot segment in %s', async (target, want) => {
    respond = json(200, { id: 1 });
    await sendRaw(mock.url, `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    expect(seen.map(({ start }) => start)).toEqual([`GET ${want}`]);
  });
});

describe('for pages of other origins', () => {
  const origin = 'https://page.example';
  const own = { 'access-control-allow-origin': 'https://shop.example' };
  const allowed = async (): Promise<string | null> => {
    respond = json(200, { id: 1 }, own);
    const response = await get('/v1/things/1', { headers: { origin } });
    return response.headers.get('access-control-allow-origin');
  };

  it('the service says who may read its responses', async () => {
    expect(await allowed()).toBe('https://shop.example');
  });

  it('the mock says so where that is asked for', async () => {
    await serve({}, { cors: 'plain' });
    expect(await allowed()).toBe('*');
  });
});

const CODERS: readonly (readonly [coding: string, encode: (content: Buffer) => Buffer])[] = [
  ['identity', (content) => content],
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['BR, gzip', (content) => gzipSync(brotliCompressSync(content))],
];

describe('a response that the document does not state', () => {
  it('is tried in each content coding', () => {
    const tried = CODERS.map(([coding]) => coding);
    expect(tried).toEqual(expect.arrayContaining(contentCodings.map(({ name }) => name)));
  });

  it.each<[string, Respond, string]>([
    ['its body', json(200, { name: 'a' }), '200 for readThing: the body lacks the property "id"'],
    ['its status', json(418, {}), '418 for readThing: the document states 200, 302, 404'],
    [
      'its media type',
      (_, answer) => answer.setHeader('content-type', 'text/html').end('<p>'),
      '200 for readThing: content of the type "text/html", where the document states application/json',
    ],
    ...CODERS.map(([coding, encode]): [string, Respond, string] => [
      `its body, in the content coding ${coding}`,
      (_, answer) => {
        answer.writeHead(200, { 'content-type': 'application/json', 'content-encoding': coding });
        answer.end(encode(Buffer.from('{"id":"x"}')));
      },
      '200 for readThing: the body at "/id" must be of type integer',
    ]),
    [
      'its length',
      (_, answer) => answer.setHeader('content-type', 'application/json').end(),
      '200 for readThing: there is no body',
    ],
  ])('is passed on and told of, for %s', async (_, given, want) => {
    respond = given;
    const answer = await get('/v1/things/1');
    expect([source(answer), answer.headers.get('x-contract-violation')]).toEqual([
      'upstream',
      want,
    ]);
    expect(reported.map((line) => line.replace(/^\S+: /, ''))).toEqual([want]);
    await answer.text();
  });

  it('is 502 where the mock is to be strict', async () => {
    await serve({ isStrict: true });
    respond = json(201, {});
    const strict = await post({ id: 1 });
    expect([strict.status, source(strict), await strict.json()]).toEqual([
      502,
      'mock',
      {
        message:
          'The response of the upstream does not fit the document: 201 for createThing: the body lacks the property "id"',
      },
    ]);
  });

  it('has a header of bounded length', async () => {
    respond = json(200, { id: 'x'.repeat(5000) }, { 'content-type': `text/${'y'.repeat(3000)}` });
    const answer = await get('/v1/things/1');
    expect(answer.headers.get('x-contract-violation')!.length).toBeLessThan(510);
  });
});

describe('an operation that the upstream does not have', () => {
  it.each([501, 405])('gets the response of the mock for %d, by the preference', async (status) => {
    respond = json(status, {});
    const answer = await get('/v1/things/1', { headers: { prefer: 'code=404' } });
    expect([answer.status, source(answer)]).toEqual([404, 'made']);
    expect(answer.headers.get('x-mock-warning')).toBe(`the upstream responded ${status}`);
  });

  it('is not told by 404, unless the user says so', async () => {
    respond = json(404, { message: 'none' });
    expect(source(await get('/v1/things/1'))).toBe('upstream');
    await serve({ mockedStatuses: new Set(['404']) });
    expect(source(await get('/v1/things/1'))).toBe('made');
    await serve({ mockedStatuses: new Set() });
    respond = json(501, {});
    expect((await get('/v1/things/1')).status).toBe(501);
  });

  it('is kept by a mock that keeps things, and only named ones are sent on', async () => {
    await serve(
      { operationIds: new Set(['readPicture']) },
      { keeps: { maxItems: 10, maxBytes: 1000 } },
    );
    const created = await post({ id: 7 });
    expect([created.status, source(created)]).toEqual([201, 'kept']);
    const read = await get('/v1/things/7');
    expect([await read.json(), source(read), seen]).toEqual([{ id: 7 }, 'kept', []]);
  });
});

describe('an upstream that does not respond', () => {
  it('is 502 in the body of the document, with what to do', async () => {
    const free = http.createServer();
    await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
    const { port } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    await serve({ url: new URL(`http://127.0.0.1:${port}`) });
    const answer = await post({ id: 1 });
    expect([answer.status, source(answer), await answer.json()]).toEqual([
      502,
      'mock',
      {
        message: `The upstream http://127.0.0.1:${port} gives no response: connect ECONNREFUSED 127.0.0.1:${port}; start it, or correct --upstream`,
      },
    ]);
    expect(reported).toHaveLength(1);
  });

  itEach<[Respond]>({
    'at all': [() => undefined],
    'to its end': [
      (_, answer) => {
        answer.writeHead(201, { 'content-type': 'application/json' });
        answer.write('{"id":');
      },
    ],
  })('%s is 504', async (_, given) => {
    await serve({ timeoutMs: 200 });
    respond = given;
    expect((await post({ id: 1 })).status).toBe(504);
  });

  itEach<[Respond]>({
    'before it responds': [(request) => request.socket.destroy()],
    'with what is no HTTP': [(request) => request.socket.end('nonsense\r\n\r\n')],
    'in the middle': [
      (request, answer) => {
        answer.writeHead(201, { 'content-type': 'application/json', 'content-length': '100' });
        answer.write('{"id":', () => request.socket.destroy());
      },
    ],
  })('and ends %s is 502', async (_, given) => {
    respond = given;
    expect((await post({ id: 1 })).status).toBe(502);
  });
});

it('passes a redirect on, and follows none', async () => {
  respond = (_, answer) => answer.writeHead(302, { location: 'http://elsewhere.invalid/' }).end();
  const answer = await get('/v1/things/1', { headers: { authorization: 'Bearer t' } });
  expect([answer.status, answer.headers.get('location'), seen.length]).toEqual([
    302,
    'http://elsewhere.invalid/',
    1,
  ]);
});

it('passes HEAD on, with the length of what it leaves out', async () => {
  respond = (_, answer) =>
    answer.writeHead(200, { 'content-type': 'application/json', 'content-length': '99' }).end();
  const answer = await get('/v1/things/1', { method: 'HEAD' });
  expect([
    answer.headers.get('content-length'),
    answer.headers.get('x-contract-violation'),
  ]).toEqual(['99', null]);
  expect(seen[0]!.start).toBe('HEAD /v1/things/1');
});

it('passes bytes on, both ways', async () => {
  const bytes = Buffer.from([0, 255, 13, 10, 128]);
  respond = (_, answer) => answer.setHeader('content-type', 'image/png').end(bytes);
  expect(Buffer.from(await (await get('/v1/pictures/1')).arrayBuffer())).toEqual(bytes);
  respond = (_, answer) => answer.writeHead(204).end();
  const put = await get('/v1/pictures/1', {
    method: 'PUT',
    headers: { 'content-type': 'image/png' },
    body: bytes,
  });
  expect([put.status, seen[1]!.content]).toEqual([204, bytes]);
});

it('passes content in a coding on as it is', async () => {
  respond = (_, answer) => {
    answer.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    answer.end(gzipSync('{"id":1}'));
  };
  const answer = await get('/v1/things/1', { headers: { 'accept-encoding': 'gzip' } });
  expect([answer.headers.get('content-encoding'), await answer.json()]).toEqual([
    'gzip',
    { id: 1 },
  ]);
  expect([seen[0]!.headers['accept-encoding'], answer.headers.get('x-contract-violation')]).toEqual(
    ['gzip', null],
  );
});

it('passes events on as they come, and lets the upstream go with the client', async () => {
  const gone = new Promise((resolve) => {
    respond = (_, answer) => {
      answer.writeHead(200, { 'content-type': 'text/event-stream' });
      answer.write('data: 1\n\n');
      answer.once('close', resolve);
    };
  });
  const abort = new AbortController();
  const answer = await get('/v1/events', { signal: abort.signal });
  const reader = answer.body!.getReader();
  expect(Buffer.from((await reader.read()).value).toString()).toBe('data: 1\n\n');
  abort.abort();
  await gone;
});

it('cuts what the upstream cuts', async () => {
  const faults: unknown[] = [];
  await serve({}, { onFault: (fault) => faults.push(fault) });
  respond = (request, answer) => {
    answer.writeHead(200, { 'content-type': 'image/png', 'content-length': '100' });
    answer.write('some', () => request.socket.destroy());
  };
  const answer = await get('/v1/pictures/1');
  await expect(answer.arrayBuffer()).rejects.toThrow();
  expect(faults).toHaveLength(1);
  respond = json(200, { id: 1 });
  expect((await get('/v1/things/1')).status).toBe(200);
});

it('lets headers come several times', async () => {
  respond = (_, answer) => {
    answer.setHeader('set-cookie', ['a=1', 'b=2']).setHeader('etag', '"x"');
    json(200, { id: 1 })(_, answer, Buffer.alloc(0));
  };
  const { headers } = await get('/v1/things/1');
  expect([headers.getSetCookie(), headers.get('etag')]).toEqual([['a=1', 'b=2'], '"x"']);
});

it.each<[string[], string]>([
  [
    ['--upstream', 'ftp://127.0.0.1'],
    '--upstream must be an http or https URL without query and fragment, not "ftp://127.0.0.1"',
  ],
  [
    ['--upstream', 'http://me:secret@127.0.0.1'],
    '--upstream must have no credentials; let clients send them',
  ],
  [
    ['--upstream', 'http://localhost:4010/v1'],
    '--upstream "http://localhost:4010/v1" is the mock itself; give it another --port',
  ],
  [
    ['--upstream', 'http://127.0.0.1', '--upstream-operations', 'readBed,none'],
    '--upstream-operations names "none", which the document does not have; it has ',
  ],
  [
    ['--upstream', 'http://127.0.0.1', '--mock-on', '501,200'],
    '--mock-on takes statuses from 400 to 599, separated by commas, or none, not "200"',
  ],
  [
    ['--upstream', 'http://127.0.0.1', '--upstream-timeout', '0'],
    '--upstream-timeout must be more than 0 and at most 86400 seconds, not "0"',
  ],
  [['--strict-upstream'], '--upstream-operations and --strict-upstream need --upstream URL'],
])('%j is refused with what is allowed', async (args, want) => {
  const { code, stderr } = await runInProcess(command, ['test/fixtures/mock.yaml', ...args]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(want)]);
  expect(stderr).not.toContain('secret');
});
