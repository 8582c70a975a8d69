import { RawConnection, sendRaw, type RawResponse } from '../../support/raw-connection';
import { serveDocument } from '../../support/serve-document';
import { useStarted } from '../../support/use-started';
import { itEach } from '../../support/it-each';

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

const served = useStarted(() => {
  const handlers = {
    listBooks: ({ query: { q = 'all' } }: { query: { q?: string } }) =>
      Promise.resolve({ status: 200, body: q }),
    addBook: (input: { body: unknown }) => Promise.resolve({ status: 200, body: input.body }),
  };
  return serveDocument(document, handlers, { maxBodyBytes: MAX_BODY_BYTES });
});
afterEach(() => expect(served.faults).toStrictEqual([]));

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
  itEach<[given: string[], want: string]>({
    'in origin form': [['GET /books HTTP/1.1', 'Host: a'], '"all"'],
    'in absolute form': [['GET http://a/books?q=x HTTP/1.1', 'Host: a'], '"x"'],
    'in absolute form with every character that a host may have': [
      ["GET http://xn--0.!$&'()*+,;=%41:99999/books?q=x HTTP/1.1", 'Host: a'],
      '"x"',
    ],
    'of HTTP/1.0': [['GET /books HTTP/1.0'], '"all"'],
    'of HTTP/1.0 with a Host': [['GET /books HTTP/1.0', 'Host: a'], '"all"'],
    'with an empty Host': [['GET /books HTTP/1.1', 'Host:'], '"all"'],
    'with many headers': [
      ['GET /books HTTP/1.1', 'Host: a', ...Array<string>(998).fill('X: y')],
      '"all"',
    ],
    'behind an empty line': [['', 'GET /books HTTP/1.1', 'Host: a'], '"all"'],
  })('%s is answered', async (_, given, want) => {
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

  it.each<[string, string[]]>([
    ['without a Host', ['GET /books HTTP/1.1']],
    ['with two Hosts of HTTP/1.0', ['GET /books HTTP/1.0', 'Host: a', 'Host: a']],
    ['in asterisk form', ['GET * HTTP/1.1', 'Host: a']],
    ['with a target that is no path', ['GET books HTTP/1.1', 'Host: a']],
    ['with a method that HTTP does not have', ['EAT /books HTTP/1.1', 'Host: a']],
    ['with a target that is no URI', ['GET http://[bad/ HTTP/1.1', 'Host: a']],
    ['with a port that is no number', ['GET http://[::1]:80nts HTTP/1.1', 'Host: a']],
    ['with a target of another scheme', ['GET ftp://a/books HTTP/1.1', 'Host: a']],
    ['with user information in its target', ['GET http://u@a/books HTTP/1.1', 'Host: a']],
    ['that is not HTTP', ['hello']],
  ])('%s is malformed', async (_, given) => {
    const response = await sendRaw(served.url, [...given, 'Connection: close', '']);
    expect(errorOf(response)).toStrictEqual({ status: 400, error: 40000 });
  });

  const get = ['GET /books HTTP/1.1', 'Host: a'];
  it.each<[string, string[], status: number, error: number]>([
    ['with an unknown method', ['PURGE /books HTTP/1.1', 'Host: a'], 405, 40501],
    ['with CONNECT', ['CONNECT a:80 HTTP/1.1', 'Host: a'], 405, 40501],
    ['with another expectation', [...get, 'Expect: x'], 417, 41701],
    ['with more than 1,000 headers', [...get, ...Array<string>(1_000).fill('X:')], 431, 43101],
    ['with many more', [...get, ...Array<string>(14_000).fill('X:')], 431, 43101],
    ['with headers beyond 16 KiB', [...get, `X: ${'x'.repeat(20_000)}`], 431, 43101],
    ['with a long target', [`GET /${'x'.repeat(20_000)} HTTP/1.1`, 'Host: a'], 431, 43101],
  ])('%s is refused', async (_, given, status, error) => {
    const response = await sendRaw(served.url, [...given, 'Connection: close', '']);
    expect(errorOf(response)).toStrictEqual({ status, error });
  });
});

describe('a connection', () => {
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
});

it.each([
  ['an expectation beside 100-continue', ['Expect: 100-continue, x']],
  ['an expectation of its own beside 100-continue', ['Expect: 100-continue', 'Expect: x']],
])('after %s the connection closes, and nothing behind is a request', async (_, expected) => {
  const connection = await RawConnection.open(served.url);
  connection.write(['POST /books HTTP/1.1', 'Host: a', ...expected, 'Content-Length: 3', '']);
  connection.write(['abc', 'GET /books HTTP/1.1', 'Host: a', '']);
  const response = await connection.response();
  expect(errorOf(response)).toStrictEqual({ status: 417, error: 41701 });
  expect(response.headers.connection).toStrictEqual(['close']);
  expect(await connection.closed()).toBe('');
});

it.each(['a', 'a:80', 'a:', '[::1]:80', '192.0.2.7', 'a.b-c_d~!$', '%41'])(
  'after the Host "%s" the connection stays',
  async (host) => {
    const connection = await RawConnection.open(served.url);
    const lines = ['GET /books HTTP/1.1', `Host: ${host}`, 'Expect: 100-Continue', ''];
    expect((await connection.write(lines).response()).status).toBe(200);
    connection.abort();
  },
);

describe('a body', () => {
  const head = ['POST /books HTTP/1.1', 'Host: a', 'Content-Type: application/json'];

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
