import { RawConnection, sendRaw, type RawResponse } from '../support/raw-connection';
import { serveDocument, type ServedDocument } from '../support/serve-document';

const document = `
openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths:
  /books:
    get:
      operationId: listBooks
      parameters: [{ in: query, name: q, schema: { type: string } }]
      responses: { 200: { description: Books, content: { application/json: { schema: {} } } } }
    post:
      operationId: addBook
      requestBody: { required: true, content: { application/json: { schema: {} } } }
      responses: { 200: { description: Added, content: { application/json: { schema: {} } } }, 4XX: { description: x, content: { application/json: { schema: {} } } } }
`;

const MAX_BODY_BYTES = 1_000;

const bad = { status: 400, error: 40000 };

let served: ServedDocument;
beforeAll(async () => {
  const handlers = {
    listBooks: async ({ query: { q = 'all' } }: { query: { q?: string } }) => {
      if (q.startsWith('slow')) await new Promise((resolve) => setTimeout(resolve, 50));
      return { status: 200, body: q };
    },
    addBook: (input: { body: unknown }) => Promise.resolve({ status: 200, body: input.body }),
  };
  served = await serveDocument(document, handlers, { maxBodyBytes: MAX_BODY_BYTES });
});
afterEach(() => {
  expect(served.faults).toStrictEqual([]);
});
afterAll(() => served.close());

/** The error body, which must have its two properties and no others. */
function errorOf({ status, headers, body }: RawResponse): unknown {
  expect(headers['content-type']).toStrictEqual(['application/json']);
  expect(headers['content-length']).toStrictEqual([String(Buffer.byteLength(body))]);
  const error = JSON.parse(body) as { error: number; message: string };
  expect(Object.keys(error)).toStrictEqual(['error', 'message']);
  expect(typeof error.message).toBe('string');
  return { status, error: error.error };
}

describe('a request', () => {
  it.each<[string, { given: string[]; want: string }]>([
    ['in origin form', { given: ['GET /books HTTP/1.1', 'Host: a'], want: '"all"' }],
    ['in absolute form', { given: ['GET http://a/books?q=x HTTP/1.1', 'Host: a'], want: '"x"' }],
    [
      'in absolute form with every character that a host may have',
      {
        given: ["GET http://xn--0.!$&'()*+,;=%41:99999/books?q=x HTTP/1.1", 'Host: a'],
        want: '"x"',
      },
    ],
    ['of HTTP/1.0', { given: ['GET /books HTTP/1.0'], want: '"all"' }],
    ['of HTTP/1.0 with a Host', { given: ['GET /books HTTP/1.0', 'Host: a'], want: '"all"' }],
    ['with an empty Host', { given: ['GET /books HTTP/1.1', 'Host:'], want: '"all"' }],
    [
      'with many headers',
      {
        given: ['GET /books HTTP/1.1', 'Host: a', ...Array<string>(998).fill('X: y')],
        want: '"all"',
      },
    ],
    ['behind an empty line', { given: ['', 'GET /books HTTP/1.1', 'Host: a'], want: '"all"' }],
  ])('%s is answered', async (_, { given, want }) => {
    const response = await sendRaw(served.url, [...given, 'Connection: close', '']);
    expect({ status: response.status, body: response.body }).toStrictEqual({
      status: 200,
      body: want,
    });
  });

  it('OPTIONS of the service as a whole names every method', async () => {
    const lines = ['OPTIONS * HTTP/1.1', 'Host: a', 'Connection: close', ''];
    expect(await sendRaw(served.url, lines)).toMatchObject({
      status: 204,
      headers: { allow: ['GET, POST, HEAD, OPTIONS'] },
    });
  });

  it.each<[string, { given: string[]; want: { status: number; error: number } }]>([
    ['without a Host', { given: ['GET /books HTTP/1.1'], want: { status: 400, error: 40000 } }],
    [
      'with two Hosts',
      { given: ['GET /books HTTP/1.1', 'Host: a', 'Host: a'], want: { status: 400, error: 40000 } },
    ],
    [
      'with two Hosts of HTTP/1.0',
      { given: ['GET /books HTTP/1.0', 'Host: a', 'Host: a'], want: { status: 400, error: 40000 } },
    ],
    [
      'in asterisk form',
      { given: ['GET * HTTP/1.1', 'Host: a'], want: { status: 400, error: 40000 } },
    ],
    [
      'with another transfer coding',
      {
        given: ['GET /books HTTP/1.1', 'Host: a', 'Transfer-Encoding: gzip, chunked'],
        want: { status: 400, error: 40000 },
      },
    ],
    [
      'with a target that is no path',
      { given: ['GET books HTTP/1.1', 'Host: a'], want: { status: 400, error: 40000 } },
    ],
    [
      'with an unknown method',
      { given: ['PURGE /books HTTP/1.1', 'Host: a'], want: { status: 405, error: 40501 } },
    ],
    [
      'with a method that HTTP does not have',
      { given: ['EAT /books HTTP/1.1', 'Host: a'], want: { status: 400, error: 40000 } },
    ],
    [
      'with a target that is no URI',
      { given: ['GET http://[bad/ HTTP/1.1', 'Host: a'], want: { status: 400, error: 40000 } },
    ],
    [
      'with a target of which the port is no number',
      {
        given: ['GET http://[::1]:80nts HTTP/1.1', 'Host: a'],
        want: { status: 400, error: 40000 },
      },
    ],
    [
      'with a target of another scheme',
      { given: ['GET ftp://a/books HTTP/1.1', 'Host: a'], want: { status: 400, error: 40000 } },
    ],
    [
      'with user information in its target',
      { given: ['GET http://u@a/books HTTP/1.1', 'Host: a'], want: { status: 400, error: 40000 } },
    ],
    [
      'with more than 1,000 headers',
      {
        given: ['GET /books HTTP/1.1', 'Host: a', ...Array<string>(1_000).fill('X:')],
        want: { status: 431, error: 43101 },
      },
    ],
    [
      'with many more',
      {
        given: ['GET /books HTTP/1.1', 'Host: a', ...Array<string>(14_000).fill('X:')],
        want: { status: 431, error: 43101 },
      },
    ],
    [
      'with CONNECT',
      { given: ['CONNECT a:80 HTTP/1.1', 'Host: a'], want: { status: 405, error: 40501 } },
    ],
    [
      'with another expectation',
      {
        given: ['GET /books HTTP/1.1', 'Host: a', 'Expect: x'],
        want: { status: 417, error: 41701 },
      },
    ],
    [
      'of another version',
      { given: ['GET /books HTTP/3.0', 'Host: a'], want: { status: 400, error: 40000 } },
    ],
    ['that is not HTTP', { given: ['hello'], want: { status: 400, error: 40000 } }],
    [
      'with a header without a name',
      { given: ['GET /books HTTP/1.1', 'Host: a', ': x'], want: { status: 400, error: 40000 } },
    ],
    [
      'with a length and chunks',
      {
        given: [
          'POST /books HTTP/1.1',
          'Host: a',
          'Content-Length: 1',
          'Transfer-Encoding: chunked',
        ],
        want: { status: 400, error: 40000 },
      },
    ],
    [
      'with two lengths',
      {
        given: ['POST /books HTTP/1.1', 'Host: a', 'Content-Length: 1', 'Content-Length: 2'],
        want: { status: 400, error: 40000 },
      },
    ],
    [
      'with a negative length',
      {
        given: ['POST /books HTTP/1.1', 'Host: a', 'Content-Length: -1'],
        want: { status: 400, error: 40000 },
      },
    ],
    [
      'with headers beyond 16 KiB',
      {
        given: ['GET /books HTTP/1.1', 'Host: a', `X: ${'x'.repeat(20_000)}`],
        want: { status: 431, error: 43101 },
      },
    ],
    [
      'with a target beyond 16 KiB',
      {
        given: [`GET /${'x'.repeat(20_000)} HTTP/1.1`, 'Host: a'],
        want: { status: 431, error: 43101 },
      },
    ],
  ])('%s is refused', async (_, { given, want }) => {
    const response = await sendRaw(served.url, [...given, 'Connection: close', '']);
    expect(errorOf(response)).toStrictEqual(want);
  });
});

describe('a connection', () => {
  it('answers pipelined requests in order', async () => {
    const connection = await RawConnection.open(served.url);
    const ids = Array.from({ length: 20 }, (_, index) => String(index));
    connection.write(ids.map((id) => `GET /books?q=${id} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
    const bodies: string[] = [];
    while (bodies.length < ids.length) bodies.push((await connection.response()).body);
    connection.abort();
    expect(bodies).toStrictEqual(ids.map((id) => `"${id}"`));
  });

  it('goes on after a refused request whose body it read', async () => {
    const connection = await RawConnection.open(served.url);
    const post =
      'POST /books HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 3\r\n\r\n';
    connection.write(`${post}abc`).write('GET /books HTTP/1.1\r\nHost: a\r\n\r\n');
    const statuses = [(await connection.response()).status, (await connection.response()).status];
    connection.abort();
    expect(statuses).toStrictEqual([415, 200]);
  });

  it('closes after a request with another expectation, whose body may not come', async () => {
    const connection = await RawConnection.open(served.url);
    connection.write(['POST /books HTTP/1.1', 'Host: a', 'Expect: x', 'Content-Length: 3', '']);
    const response = await connection.response();
    expect(errorOf(response)).toStrictEqual({ status: 417, error: 41701 });
    expect(response.headers.connection).toStrictEqual(['close']);
    connection.abort();
  });

  it('answers what came before a request that is not HTTP', async () => {
    const connection = await RawConnection.open(served.url);
    expect((await connection.write(['GET /books HTTP/1.1', 'Host: a', '']).response()).status).toBe(
      200,
    );
    expect(errorOf(await connection.write('hello\r\n\r\n').response())).toStrictEqual({
      status: 400,
      error: 40000,
    });
    expect(await connection.rest()).toBe('');
  });

  it('answers in order what came in one piece with what is not HTTP', async () => {
    const connection = await RawConnection.open(served.url);
    const slow = [1, 2].map((id) => `GET /books?q=slow${id} HTTP/1.1\r\nHost: a\r\n\r\n`).join('');
    connection.write(`${slow}hello\r\n\r\n`);
    expect((await connection.response()).body).toBe('"slow1"');
    expect((await connection.response()).body).toBe('"slow2"');
    expect(errorOf(await connection.response())).toStrictEqual({ status: 400, error: 40000 });
    expect(await connection.rest()).toBe('');
  });
});

describe('after what leaves the end of a request uncertain', () => {
  const length = ['Content-Length: 3', '', 'abc'];
  it.each<[string, { given: string[]; want: { status: number; error: number } }]>([
    ['a second Host', { given: ['GET /books HTTP/1.1', 'Host: a', 'Host: a', ''], want: bad }],
    ['no Host', { given: ['GET /books HTTP/1.1', ''], want: bad }],
    ...['a b', 'u@h', 'x, y', 'a/b', 'a:b', '[::1', 'a:80:80', 'a\tb', '%zz'].map(
      (host): [string, { given: string[]; want: typeof bad }] => [
        `the Host "${host}"`,
        { given: ['GET /books HTTP/1.1', `Host: ${host}`, ''], want: bad },
      ],
    ),
    [
      'a transfer coding of HTTP/1.0',
      {
        given: ['POST /books HTTP/1.0', 'Host: a', 'Transfer-Encoding: chunked', '', '0', ''],
        want: bad,
      },
    ],
    [
      'a transfer coding of HTTP/1.0 that is kept alive',
      {
        given: [
          'POST /books HTTP/1.0',
          'Connection: keep-alive',
          'Transfer-Encoding: chunked',
          '',
          '0',
          '',
        ],
        want: bad,
      },
    ],
    [
      'an empty transfer coding',
      { given: ['POST /books HTTP/1.1', 'Host: a', 'Transfer-Encoding:', ...length], want: bad },
    ],
    [
      'another transfer coding',
      {
        given: ['POST /books HTTP/1.1', 'Host: a', 'Transfer-Encoding: gzip, chunked', '', '0', ''],
        want: bad,
      },
    ],
    [
      'two transfer codings',
      {
        given: [
          'POST /books HTTP/1.1',
          'Host: a',
          'Transfer-Encoding: chunked',
          'Transfer-Encoding: chunked',
          '',
          '0',
          '',
        ],
        want: bad,
      },
    ],
    [
      'an expectation beside 100-continue',
      {
        given: ['POST /books HTTP/1.1', 'Host: a', 'Expect: 100-continue, x', ...length],
        want: { status: 417, error: 41701 },
      },
    ],
    [
      'an expectation of its own beside 100-continue',
      {
        given: ['POST /books HTTP/1.1', 'Host: a', 'Expect: 100-continue', 'Expect: x', ...length],
        want: { status: 417, error: 41701 },
      },
    ],
  ])('%s the connection closes, and nothing behind is a request', async (_, { given, want }) => {
    const connection = await RawConnection.open(served.url);
    connection.write([...given, 'GET /books HTTP/1.1', 'Host: a', '']);
    const response = await connection.response();
    expect(errorOf(response)).toStrictEqual(want);
    expect(response.headers.connection).toStrictEqual(['close']);
    expect(await connection.closed()).toBe('');
  });

  it.each(['a', 'a:80', 'a:', '[::1]:80', '192.0.2.7', 'a.b-c_d~!$', '%41'])(
    'the Host "%s" is no such thing',
    async (host) => {
      const connection = await RawConnection.open(served.url);
      const lines = ['GET /books HTTP/1.1', `Host: ${host}`, 'Expect: 100-Continue', ''];
      expect((await connection.write(lines).response()).status).toBe(200);
      connection.abort();
    },
  );
});

describe('a body', () => {
  const head = ['POST /books HTTP/1.1', 'Host: a', 'Content-Type: application/json'];

  it('with broken chunks is refused', async () => {
    const response = await sendRaw(served.url, [
      ...head,
      'Transfer-Encoding: chunked',
      '',
      'zz',
      'abc',
    ]);
    expect(errorOf(response)).toStrictEqual({ status: 400, error: 40000 });
  });

  it('that is cut off is no fault of the service', async () => {
    const connection = await RawConnection.open(served.url);
    connection.write([...head, 'Content-Length: 10', 'Expect: 100-continue', '']);
    await connection.response();
    connection.write('[1').abort();
    expect((await fetch(`${served.url}/books`)).status).toBe(200);
  });

  it('that is too large is refused while the client still sends', async () => {
    const connection = await RawConnection.open(served.url);
    const size = 4 * 1_048_576;
    connection.write([...head, 'Connection: close', `Content-Length: ${size}`, '']);
    connection.write(Buffer.alloc(size, ' '));
    expect(errorOf(await connection.response())).toStrictEqual({ status: 413, error: 41301 });
    expect(await connection.rest()).toBe('');
  });

  it('without end is cut off after its response', async () => {
    const connection = await RawConnection.open(served.url);
    connection.write([...head, 'Transfer-Encoding: chunked', '', 'fffffff']);
    connection.write(Buffer.alloc(20 * 1_048_576, ' '));
    expect(errorOf(await connection.response())).toStrictEqual({ status: 413, error: 41301 });
    expect(await connection.closed()).toBe('');
  });
});
