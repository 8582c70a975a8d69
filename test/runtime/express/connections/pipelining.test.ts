import { setTimeout } from 'node:timers/promises';
import { RawConnection, type RawResponse } from '../../../support/raw-connection';
import { serveDocument, type ServedDocument } from '../../../support/serve-document';
import { itEach } from '../../../support/it-each';

/**
 * Requests that are sent ahead: one is served at a time, in order, and what answers beside them waits.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-9.3.2
 */

const document = `
openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:
  /notes:
    post:
      operationId: addNote
      requestBody: { required: true, content: { application/json: { schema: { type: string } } } }
      responses:
        200: { description: Added, content: { application/json: { schema: { type: string } } } }
  /stream:
    get:
      operationId: stream
      responses: { 200: { description: Bytes, content: { application/octet-stream: {} } } }
`;

const STREAM_CHUNKS = 40;

let served: ServedDocument;
let notes: string[] = [];
let underWay = 0;
let mostUnderWay = 0;

async function serve(): Promise<void> {
  const addNote = async ({ body }: { body: string }): Promise<unknown> => {
    mostUnderWay = Math.max(mostUnderWay, ++underWay);
    await setTimeout(body.startsWith('slow') ? 50 : 1);
    underWay--;
    notes.push(body);
    return { status: 200, body };
  };
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let sent = 0; sent < STREAM_CHUNKS; sent++) {
      yield await Promise.resolve(Buffer.alloc(100_000, 's'));
    }
  }
  const stream = (): Promise<unknown> => Promise.resolve({ status: 200, body: chunks() });
  served = await serveDocument(document, { addNote, stream } as never, { requestTimeoutMs: 300 });
}

function post(note: string, headers: readonly string[] = []): string {
  const body = JSON.stringify(note);
  const head = ['POST /notes HTTP/1.1', 'Host: a', 'Content-Type: application/json', ...headers];
  return [...head, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n');
}

const chunked = [
  'POST /notes HTTP/1.1',
  'Host: a',
  'Content-Type: application/json',
  'Transfer-Encoding: chunked',
  '',
  '',
].join('\r\n');

/** Every response on a connection until the server closes it: the status, and the note or the number of the error. */
async function responses(connection: RawConnection): Promise<unknown[]> {
  const all: unknown[] = [];
  for (
    let response = await next(connection);
    response !== undefined;
    response = await next(connection)
  ) {
    all.push(summary(response));
  }
  return all;
}

async function next(connection: RawConnection): Promise<RawResponse | undefined> {
  return connection.response().catch((error: unknown) => {
    expect(String(error)).toBe('Error: The connection ended; arrived: ""');
    return undefined;
  });
}

function summary({ status, body }: RawResponse): unknown {
  const value = JSON.parse(body) as string | { error: number };
  return [status, typeof value === 'string' ? value : value.error];
}

const CONNECT = 'CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n';

beforeAll(serve);
beforeEach(() => {
  notes = [];
  mostUnderWay = 0;
});
afterEach(() => expect(served.faults).toStrictEqual([]));
afterAll(() => served.close());

describe('pipelined requests', () => {
  it('serves one at a time, although the one before has its response already', async () => {
    const [first, second] = ['slow', 'next'];
    // The first is refused while the others are parsed; the last is no HTTP.
    const requests = `${chunked}0\r\n\r\n${post(first)}${post(second)}no HTTP\r\n\r\n`;
    for (let count = 0; count < 5; count++) {
      const connection = (await RawConnection.open(served.url)).write(requests);
      const want = [
        [400, 40002],
        [200, first],
        [200, second],
        [400, 40000],
      ];
      expect(await responses(connection)).toStrictEqual(want);
    }
    expect(mostUnderWay).toBe(1);
  });

  it('are served one at a time, in order', async () => {
    const names = Array.from({ length: 300 }, (_, index) => `note ${index}`);
    const connection = await RawConnection.open(served.url);
    connection.write(names.map((name) => post(name)).join('')).halfClose();
    expect(await responses(connection)).toStrictEqual(names.map((name) => [200, name]));
    expect(notes).toStrictEqual(names);
    expect(mostUnderWay).toBe(1);
  });

  it('of several connections are served beside each other', async () => {
    const connections = await Promise.all([1, 2, 3].map(() => RawConnection.open(served.url)));
    for (const connection of connections) connection.write(post('slow')).halfClose();
    await Promise.all(connections.map((connection) => connection.closed()));
    expect(mostUnderWay).toBe(3);
  });

  it('get 408 behind them for what never comes', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `slow ${index}`);
    const connection = await RawConnection.open(served.url);
    connection.write(names.map((name) => post(name)).join('') + post('last').slice(0, 20));
    const want = [...names.map((name) => [200, name]), [408, 40801]];
    expect(await responses(connection)).toStrictEqual(want);
  });
});

describe('what is answered beside requests', () => {
  itEach<[given: string, want: unknown[]]>({
    CONNECT: [CONNECT, [405, 40501]],
    'CONNECT with more behind it': [`${CONNECT}${post('x')}`, [405, 40501]],
    'CONNECT with much behind it': [CONNECT + post('x').repeat(60), [405, 40501]],
    'what is not HTTP': [`hello\r\n\r\n${post('x')}`, [400, 40000]],
    'HTTP/2': ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400, 40000]],
    'headers that are too large': [
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`,
      [431, 43101],
    ],
    'broken chunks': [`${chunked}1\r\n"\r\nzz\r\n${post('x')}`, [400, 40000]],
    'chunk extensions that are too large': [
      `${chunked}1;x=${'x'.repeat(17_000)}\r\n"\r\n0\r\n\r\n`,
      [413, 41301],
    ],
    'a request that does not arrive': ['POST /notes HT', [408, 40801]],
    'a body that does not arrive': [post('x').slice(0, -1), [408, 40801]],
    'two Hosts': [`GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n${post('x')}`, [400, 40000]],
  })('%s waits for the responses before it', async (_, given, want) => {
    for (const slow of ['slow 1', 'quick 1']) {
      const connection = await RawConnection.open(served.url);
      connection.write(post(slow) + post('second') + given);
      expect(await responses(connection)).toStrictEqual([[200, slow], [200, 'second'], want]);
    }
    expect(notes).toStrictEqual(['slow 1', 'second', 'quick 1', 'second']);
  });

  it.each<[string, given: string, want: unknown[]]>([
    ['CONNECT', CONNECT, [405, 40501]],
    ['what is not HTTP', 'hello\r\n\r\n', [400, 40000]],
    ['half a request', 'POST /notes HT', [400, 40000]],
  ])('%s of a client that then closes its side does so too', async (_, given, want) => {
    const connection = await RawConnection.open(served.url);
    connection.write(post('slow') + given).halfClose();
    expect(await responses(connection)).toStrictEqual([[200, 'slow'], want]);
  });

  it('CONNECT waits for content that comes in pieces', async () => {
    const connection = await RawConnection.open(served.url);
    connection.write(`GET /stream HTTP/1.1\r\nHost: a\r\n\r\n${CONNECT}`);
    const text = await connection.closed();
    expect(text.match(/s/g)!.length).toBeGreaterThanOrEqual(STREAM_CHUNKS * 100_000);
    expect(text.slice(text.indexOf('0\r\n\r\nHTTP/1.1') + 5)).toMatch(/^HTTP\/1\.1 405 /);
  });

  it('is nothing where a response to the same request was given', async () => {
    const connection = await RawConnection.open(served.url);
    const refused = chunked.replace('application/json', 'text/plain');
    connection.write(`${refused}1\r\n"\r\n`);
    expect(summary(await connection.response())).toStrictEqual([415, 41501]);
    connection.write(`zz\r\n${post('x')}`);
    expect(await connection.closed()).toBe('');
    expect(notes).toStrictEqual([]);
  });
});

describe('behind the last request of a connection nothing is served', () => {
  itEach<[string]>({
    'that asks to close': [post('last', ['Connection: close'])],
    'that waits for 100 and has no body': [
      'GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n',
    ],
    'of HTTP/1.0': [post('last').replace('HTTP/1.1', 'HTTP/1.0')],
    // Node's parser takes what follows for another protocol.
    'that asks for an upgrade': [post('last', ['Upgrade: h2c', 'Connection: Upgrade'])],
  })('%s', async (_, last) => {
    for (const name of ['slow', 'quick']) {
      const connection = await RawConnection.open(served.url);
      connection.write(last.replace('"last"', JSON.stringify(name.padEnd(6).slice(0, 4))));
      connection.write(post('x') + CONNECT + 'hello\r\n\r\n');
      const [first, ...others] = await responses(connection);
      expect(first).toHaveProperty('0', last.startsWith('GET') ? 404 : 200);
      expect(others).toStrictEqual([]);
    }
    expect(notes).not.toContain('x');
  });

  it('is read to the end of its body, wherever a read of 64 KiB cuts it', async () => {
    const upgrade = post('last', ['Upgrade: h2c', 'Connection: Upgrade']);
    for (let end = 65_530; end < 65_542; end++) {
      const before = post('x'.repeat(end - upgrade.length - post('').length - 4));
      const connection = await RawConnection.open(served.url);
      const [, ...others] = await responses(connection.write(before + upgrade + post('x')));
      expect([end, ...others]).toStrictEqual([end, [200, 'last']]);
    }
  });
});
