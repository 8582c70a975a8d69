import { createServer, type RequestListener, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import createClient, { type Middleware } from 'openapi-fetch';
import { typedCalls, UnexpectedResponseError, withContract } from '../../../src/runtime/client';
import type { CallInit } from '../../../src/runtime/client/call-types';
import type { CallContract } from '../../../src/runtime/client/exact-json';
import type { AnyHandler } from '../../../src/runtime/contract';
import { parseSource } from '../../../src/tools/document/read/read-document';
import { loadContract } from '../../../src/tools/generate/in-memory';
import { serveDocument } from '../../support/serve-document';
import { useStarted } from '../../support/use-started';
import { itEach } from '../../support/it-each';

/** Calls of operations, over a real socket. test/types/calls.wide.test.ts has their types. */

const DOCUMENT = readFileSync(path.join(__dirname, 'press.yaml'), 'utf8');
const { contract, validators } = loadContract(parseSource(DOCUMENT, 'press.yaml').document);

/** Types as loose as tables want them. */
type Given = Readonly<Record<string, unknown>>;
interface Got {
  readonly status: number;
  readonly mediaType: string | undefined;
  readonly headers: Headers;
  readonly body: unknown;
}
type Call = (id: string, input?: Given, init?: CallInit) => Promise<Got>;

const page = (id: bigint, title = 'A page'): object => ({ id, title, lines: 2 });
const BEYOND = 9007199254740993n;

interface Taken {
  readonly path: { readonly id: bigint };
  readonly query: object;
  readonly headers: object;
  readonly cookies: object;
  readonly mediaType?: string;
  readonly body: never;
}
const respond =
  (make: (input: Taken) => object | Promise<object>): AnyHandler<unknown, never> =>
  async (input) =>
    (await make(input)) as never;

let taken: Given = {};
const problem = (status: number, about: bigint): object => ({
  status,
  body: { detail: 'no', about },
});

async function* pages(): AsyncGenerator<object> {
  yield page(1n);
  await Promise.resolve();
  yield page(BEYOND);
}

let ended: Promise<unknown> = Promise.resolve();
async function* events(end: Promise<unknown>): AsyncGenerator<object> {
  yield { data: 'first\nline' };
  yield { data: 'second' };
  await end;
}

const HANDLERS: Parameters<typeof serveDocument>[1] = {
  listPages: respond(({ query, headers, cookies }) => {
    taken = { query, headers, cookies };
    const isCsv = 'tags' in query;
    const headersOf = { headers: { 'X-Total': 2 } };
    return isCsv
      ? { status: 200, ...headersOf, mediaType: 'text/csv', body: 'id\r\n1\r\n' }
      : { status: 200, ...headersOf, mediaType: 'application/json', body: [page(1n)] };
  }),
  createPage: respond(({ body }) => {
    const { title } = body as { readonly title: string };
    const made: Readonly<Record<string, object>> = {
      taken: { ...problem(409, BEYOND), mediaType: 'application/problem+json' },
      fault: { status: 503, mediaType: 'text/plain', body: '"down"' },
      other: problem(418, 1n),
    };
    return made[title] ?? { status: 201, body: { ...(body as object), id: BEYOND } };
  }),
  deletePage: respond(({ path: { id } }) => {
    const elsewhere = { status: 303, headers: { Location: '/v1/pages' } };
    return id === 1n ? { status: 204 } : id === 2n ? elsewhere : { status: 404 };
  }),
  sendForm: respond(({ body }) => ({ status: 200, body })),
  upload: respond(async ({ body }) => {
    const {
      file,
      more = [],
      note = '-',
    } = body as Readonly<{
      file: File;
      more?: readonly File[];
      note?: string;
    }>;
    const told = [file, ...more].map(
      async (each) => `${each.name} ${each.type} ${await each.text()}`,
    );
    return { status: 200, body: [...(await Promise.all(told)), note] };
  }),
  replaceFile: respond(async ({ mediaType, body }) => ({
    status: 200,
    mediaType,
    body: typeof body === 'string' ? body : await text(body),
  })),
  download: respond(() => ({ status: 200, body: Buffer.from([0, 255, 13]) })),
  followPages: (_, { signal }) => {
    ended = once(signal, 'abort');
    return Promise.resolve({ status: 200, body: events(ended) });
  },
  exportPages: respond(() => ({ status: 200, body: pages() })),
};

const served = useStarted(() => serveDocument(DOCUMENT, HANDLERS));

/** Both ways to send, to the origin of a service. */
const WAYS = {
  fetch: (origin: string, generated: CallContract) =>
    typedCalls(({ target, ...request }) => fetch(`${origin}${target}`, request), generated),
  'openapi-fetch': (origin: string, generated: CallContract) =>
    typedCalls(createClient({ baseUrl: `${origin}/v1` }), generated),
} as const;

describe.each(Object.entries(WAYS))('by %s', (_, way) => {
  let call: Call;
  let exactly: Call;
  beforeAll(() => {
    call = way(served.url, { contract }) as Call;
    exactly = way(served.url, { contract, validators }) as Call;
  });

  itEach<[string, Given | undefined, Partial<Got>]>({
    JSON: [
      'createPage',
      { body: { title: 'x' } },
      { status: 201, body: { title: 'x', lines: 1, id: Number(BEYOND) } },
    ],
    'a form': [
      'sendForm',
      { body: { title: 'a&b', lines: 7 } },
      { status: 200, body: { title: 'a&b', lines: 7 } },
    ],
    'text, by its type': [
      'replaceFile',
      { mediaType: 'text/plain', body: '{"a":1}' },
      { mediaType: 'text/plain', body: '{"a":1}' },
    ],
    'a text of several types': [
      'listPages',
      { query: { tags: ['x'] } },
      { status: 200, mediaType: 'text/csv', body: 'id\r\n1\r\n' },
    ],
    nothing: [
      'deletePage',
      { path: { id: 1n } },
      { status: 204, mediaType: undefined, body: undefined },
    ],
    'a failure without a body': [
      'deletePage',
      { path: { id: 3 } },
      { status: 404, body: undefined },
    ],
    'a failure of its status': [
      'createPage',
      { body: { title: 'taken' } },
      {
        status: 409,
        mediaType: 'application/problem+json',
        body: { detail: 'no', about: Number(BEYOND) },
      },
    ],
    'a failure of a range, as text': [
      'createPage',
      { body: { title: 'fault' } },
      { status: 503, mediaType: 'text/plain', body: '"down"' },
    ],
    'a failure of the default': [
      'createPage',
      { body: { title: 'other' } },
      { status: 418, body: { detail: 'no', about: 1 } },
    ],
  })('%s', async (_name, id, input, expected) => {
    expect(await call(id, input)).toMatchObject(expected);
  });

  it('parameters of each place', async () => {
    await call(
      'listPages',
      { query: { limit: 3 }, headers: { 'X-Reader': 'Ada' }, cookies: { session: 's' } },
      { headers: { 'x-other': 'o' } },
    );
    expect(taken).toEqual({
      query: { limit: 3 },
      headers: { 'X-Reader': 'Ada' },
      cookies: { session: 's' },
    });
    const { headers } = await call('listPages');
    expect(headers.get('X-Total')).toBe('2');
    expect(taken.query).toEqual({ limit: 10 });
  });

  it('files, with their names and types', async () => {
    const file = new File(['A poster'], 'ü "1".pdf', { type: 'application/pdf' });
    const { body } = await call('upload', {
      body: { file, more: [new Blob(['b']), new Uint8Array([99])], note: 'n' },
    });
    expect(body).toEqual([
      'ü "1".pdf application/pdf A poster',
      'blob application/octet-stream b',
      'blob application/octet-stream c',
      'n',
    ]);
  });

  it('bytes up and down', async () => {
    const image = new Blob(['svg'], { type: 'image/svg+xml' });
    const up = await call('replaceFile', { mediaType: 'image/svg+xml', body: image });
    expect(up.mediaType).toBe('image/svg+xml');
    expect(await (up.body as Blob).text()).toBe('svg');
    const down = (await call('download')).body as Blob;
    expect(down.type).toBe('application/pdf');
    expect(new Uint8Array(await down.arrayBuffer())).toEqual(new Uint8Array([0, 255, 13]));
  });

  it('a documented redirection, which fetch does not follow', async () => {
    const { status, headers } = await call('deletePage', { path: { id: 2 } });
    expect([status, headers.get('Location')]).toEqual([303, '/v1/pages']);
  });

  it('lines, one after the other', async () => {
    const ids: unknown[] = [];
    const { body } = await call('exportPages');
    for await (const each of body as AsyncIterable<{ id: number }>) ids.push(each.id);
    expect(ids).toEqual([1, Number(BEYOND)]);
  });

  it('events until the caller has enough, which ends the response', async () => {
    const { body } = await call('followPages');
    const seen: unknown[] = [];
    for await (const event of body as AsyncIterable<object>) {
      seen.push(event);
      if (seen.length === 2) break;
    }
    expect(seen).toEqual([{ data: 'first\nline' }, { data: 'second' }]);
    await ended;
  });

  it('exact integers, of errors and of lines too', async () => {
    expect((await exactly('createPage', { body: { title: 'x' } })).body).toMatchObject({
      id: BEYOND,
    });
    expect((await exactly('createPage', { body: { title: 'taken' } })).body).toEqual({
      detail: 'no',
      about: BEYOND,
    });
    const ids: unknown[] = [];
    const { body } = await exactly('exportPages');
    for await (const each of body as AsyncIterable<{ id: bigint }>) ids.push(each.id);
    expect(ids).toEqual([1n, BEYOND]);
  });

  it('an input that cannot be written is refused', async () => {
    await expect(call('deletePage', { path: { id: '..' } })).rejects.toThrow(
      'The path parameter "id" of DELETE /pages/{id} cannot be written',
    );
    await expect(call('sendPage')).rejects.toThrow('The contract has no operation "sendPage"');
  });

  it('an end by the caller, and no service at all, are the errors of fetch', async () => {
    const gone = way('http://127.0.0.1:1', { contract }) as Call;
    await expect(gone('download')).rejects.toThrow('fetch failed');
    const signal = AbortSignal.abort();
    await expect(call('download', {}, { signal })).rejects.toThrow('aborted');
  });
});

/** Responses that no document states. */
describe.each(Object.entries(WAYS))('by %s, a response that is not documented', (_, way) => {
  let server: Server;
  let answer: RequestListener = () => undefined;
  let call: Call;
  let exactly: Call;
  beforeAll(async () => {
    server = createServer((request, response) => answer(request, response));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    call = way(origin, { contract }) as Call;
    exactly = way(origin, { contract, validators }) as Call;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('has its status and header fields in the error', async () => {
    answering(404, 'text/html', 'none');
    const refused = call('download').catch((error: unknown) => error);
    const error = (await refused) as UnexpectedResponseError;
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect([error.status, error.headers.get('content-type')]).toEqual([404, 'text/html']);
  });

  const answering = (status: number, type: string | undefined, body: string): void => {
    answer = (_request, response) => {
      response.writeHead(status, type === undefined ? {} : { 'Content-Type': type }).end(body);
    };
  };

  itEach({
    'a status': [
      'download',
      501,
      'text/plain',
      'not yet',
      'The response 501 to download in text/plain is not documented: "not yet"',
    ],
    'a media type': [
      'createPage',
      201,
      'text/html',
      '<p>',
      'The response 201 to createPage in text/html is not documented: "<p>"',
    ],
    'no media type': [
      'createPage',
      201,
      undefined,
      'x',
      'The response 201 to createPage without a media type is not documented: "x"',
    ],
    'a long one': [
      'createPage',
      409,
      'text/html',
      '\u001b[2J'.repeat(99),
      `: "${'\\u001b[2J'.repeat(25)}…"`,
    ],
    'no JSON': [
      'createPage',
      201,
      'application/json',
      '{"id":',
      'The response 201 to createPage is not well-formed JSON at line 1',
    ],
    'an empty one': [
      'createPage',
      201,
      'application/json',
      '',
      'The response 201 to createPage is not well-formed JSON',
    ],
  })('%s', async (_name, id, status, type, body, message) => {
    answering(status, type, body);
    const input = id === 'createPage' ? { body: { title: 'x' } } : {};
    await expect(call(id, input)).rejects.toThrow(message);
    await expect(call(id, input)).rejects.toBeInstanceOf(TypeError);
  });

  it('a value of another form, only where values are exact', async () => {
    answering(409, 'application/problem+json', '{"detail":7}');
    const input = { body: { title: 'x' } };
    expect((await call('createPage', input)).body).toEqual({ detail: 7 });
    await expect(exactly('createPage', input)).rejects.toThrow('The response 409 to createPage');
  });

  it('one without an end', async () => {
    answer = (_request, response) =>
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: x\n\n');
    await expect(call('download')).rejects.toThrow(
      'in text/event-stream is not documented: "data: x',
    );
  });

  it('a body that is not stated is not read', async () => {
    answering(404, 'text/html', '<p>');
    expect(await call('deletePage', { path: { id: 1 } })).toMatchObject({
      status: 404,
      body: undefined,
    });
  });

  it('a failure in bytes', async () => {
    answer = (_request, response) =>
      response
        .writeHead(404, { 'Content-Type': 'application/octet-stream' })
        .end(Buffer.from([0, 255]));
    const { body } = await call('download');
    expect(new Uint8Array(await (body as Blob).arrayBuffer())).toEqual(new Uint8Array([0, 255]));
  });

  it('a line that is no JSON', async () => {
    answering(200, 'application/jsonl', '{}\n{"a\n');
    const { body } = await call('exportPages');
    const read = (body as AsyncIterable<unknown>)[Symbol.asyncIterator]();
    expect(await read.next()).toEqual({ done: false, value: {} });
    await expect(read.next()).rejects.toThrow(
      'The response 200 to exportPages is not well-formed JSON',
    );
  });
});

it('middleware of a client sees its calls, and may replace what it gets', async () => {
  const client = createClient({ baseUrl: `${served.url}/v1`, headers: { Cookie: 'a=b' } });
  const seen: unknown[] = [];
  const middleware: Middleware = {
    onRequest: ({ request }) => void seen.push(request.headers.get('Cookie')),
    onResponse: ({ response }) =>
      response.status === 409
        ? new Response('{"detail":"replaced"}', { status: 418, headers: response.headers })
        : undefined,
  };
  client.use(middleware);
  const call = typedCalls(client, { contract }) as Call;
  await call('listPages', { cookies: { session: 's' } });
  expect([seen, taken.cookies]).toEqual([['a=b'], { session: 's' }]);
  expect(await call('createPage', { body: { title: 'taken' } })).toMatchObject({
    status: 418,
    body: { detail: 'replaced' },
  });
});

it('a client that has the contract already writes once', async () => {
  let cookies: string | null = null;
  const sending = (request: Request): Promise<Response> => {
    cookies = request.headers.get('Cookie');
    return fetch(request);
  };
  const plain = createClient({ baseUrl: `${served.url}/v1`, fetch: sending });
  const call = typedCalls(withContract(plain, { contract }), { contract }) as Call;
  await call('listPages', { query: { tags: ['a', 'b'] }, cookies: { session: 's' } });
  expect(cookies).toBe('session=s');
  expect(taken).toMatchObject({ query: { tags: ['a', 'b'] }, cookies: { session: 's' } });
});

it('a function gets the target with the base path of the document', async () => {
  const requests: object[] = [];
  const call = typedCalls(
    (request) => {
      requests.push(request);
      return Promise.resolve(new Response(null, { status: 404 }));
    },
    { contract },
  ) as Call;
  await call('deletePage', { path: { id: 7 } }, { headers: { 'If-Match': '*' } });
  const body = { title: 'x' };
  await expect(call('sendForm', { body, mediaType: 'text/plain' })).rejects.toThrow(
    'sendForm takes no body of text/plain',
  );
  expect(requests).toEqual([
    {
      method: 'DELETE',
      target: '/v1/pages/7',
      headers: { 'If-Match': '*' },
      body: null,
      redirect: 'manual',
    },
  ]);
});
