import net, { type AddressInfo } from 'node:net';
import { Sender, UnreachableError } from '../../../../src/tools/judge/http/send';
import type { OperationRequest } from '../../../../src/tools/samples/requests/operation-request';
import { isSendable } from '../../../../src/tools/judge/http/request';
import { itEach } from '../../../support/it-each';

/** A TCP server's reaction to each request, by its text. */
type Behaviour = (socket: net.Socket, text: string, count: number) => void;

const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Sends requests to a server. @returns the outcomes, and the texts that the server received */
async function sendAll(
  behaviour: Behaviour,
  requests: readonly Partial<OperationRequest>[],
  { timeoutMs = 60_000 }: { timeoutMs?: number } = {},
) {
  const got: string[] = [];
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      got.push(bytes.toString('latin1'));
      behaviour(socket, got.at(-1)!, got.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const sender = new Sender(`http://127.0.0.1:${port}/api`, { timeoutMs, maxConnections: 1 });
  closing.push(() => {
    sender.close();
    server.close();
  });
  const outcomes = [];
  for (const request of requests) {
    const { outcome } = await sender.send({ method: 'GET', target: '/', headers: [], ...request });
    outcomes.push(outcome);
  }
  return { outcomes, got: got.map((text) => text.replaceAll(String(port), 'PORT')) };
}

/** Writes a response and keeps the connection open. */
const writes =
  (...texts: string[]): Behaviour =>
  (socket) => {
    for (const text of texts) socket.write(Buffer.from(text, 'latin1'));
  };

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

it('sends target, headers and body as they are', async () => {
  const { got } = await sendAll(writes(OK), [
    {
      method: 'POST',
      target: '/a%2fb?x=%C3%A9&x',
      headers: [
        ['X-Two', '1'],
        ['x-two', '2'],
        ['Content-Type', 'text/plain'],
      ],
      body: Buffer.from([0, 255]),
    },
  ]);
  expect(got).toEqual([
    'POST /a%2fb?x=%C3%A9&x HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nX-Two: 1\r\nx-two: 2\r\n' +
      'Content-Type: text/plain\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\n\0\xff',
  ]);
});

it.each([
  ['GET', ''],
  ['DELETE', ''],
  ['POST', 'Content-Length: 0\r\n'],
  ['QUERY', 'Content-Length: 0\r\n'],
])('sends %s without a body', async (method, length) => {
  const { got } = await sendAll(writes(OK), [{ method }]);
  expect(got).toEqual([
    `${method} / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n${length}Connection: keep-alive\r\n\r\n`,
  ]);
});

it('gives a response with its headers as they came', async () => {
  const text =
    'HTTP/1.1 201 Made\r\nset-cookie: a\r\nSet-Cookie: b\r\nContent-Length: 1\r\n\r\n\xff';
  const { outcomes } = await sendAll(writes(text), [{}]);
  const headers = [
    ['set-cookie', 'a'],
    ['Set-Cookie', 'b'],
    ['Content-Length', '1'],
  ];
  expect(outcomes).toEqual([
    { kind: 'response', response: { status: 201, headers, body: Buffer.from([255]) } },
  ]);
});

const head = (socket: net.Socket): void =>
  void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n');
const ends =
  (text: string): Behaviour =>
  (socket) =>
    socket.end(text);

itEach<[behaviour: Behaviour, method: string, body: string]>({
  'of HTTP/1.0, whose end is that of the connection': [
    ends('HTTP/1.0 200 OK\r\n\r\nok'),
    'GET',
    'ok',
  ],
  'without a length': [ends('HTTP/1.1 200 OK\r\n\r\nok'), 'GET', 'ok'],
  'after one that is not the last': [writes(`HTTP/1.1 103 Early Hints\r\n\r\n${OK}`), 'GET', 'ok'],
  'to HEAD, which has a length and no body': [head, 'HEAD', ''],
  'in chunks': [
    writes('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n'),
    'GET',
    'ok',
  ],
})('takes a response %s', async (_, behaviour, method, body) => {
  const { outcomes } = await sendAll(behaviour, [{ method }]);
  expect(outcomes).toMatchObject([
    { kind: 'response', response: { status: 200, body: Buffer.from(body) } },
  ]);
});

it.each(['GET', 'HEAD'])(
  'gives content that must not be there as that of the body (%s)',
  async (method) => {
    const status = method === 'HEAD' ? '200 OK' : '204 No Content';
    const behaviour = writes(`HTTP/1.1 ${status}\r\nContent-Length: 2\r\n\r\nno`);
    const { outcomes } = await sendAll(behaviour, [{ method }]);
    expect(outcomes).toMatchObject([{ kind: 'response', response: { body: Buffer.from('no') } }]);
  },
);

it.each<[kind: string, title: string, behaviour: Behaviour]>([
  ['timeout', 'no response', () => undefined],
  ['timeout', 'a response that does not end', head],
  ['closed', 'the end of the connection', (socket) => socket.end()],
  ['closed', 'a reset', (socket) => socket.resetAndDestroy()],
  ['closed', 'the end within a body', ends('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nok')],
  [
    'closed',
    'another protocol',
    writes('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
  ],
  ['malformed', 'what is no HTTP', ends('220 mail.test ESMTP\r\n')],
  ['malformed', 'a body beyond 16 MiB', ends(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(2 ** 24 + 1)}`)],
])('has the outcome %s for %s', async (kind, _, behaviour) => {
  const { outcomes } = await sendAll(behaviour, [{}], {
    timeoutMs: kind === 'timeout' ? 1_500 : 60_000,
  });
  expect(outcomes).toMatchObject([{ kind, message: expect.any(String) }]);
});

it('says what is no HTTP, which is no fault of TLS', async () => {
  const { outcomes } = await sendAll(ends('HTTP/1.1 200 OK\r\nX-A: a\0b\r\n\r\n'), [{}]);
  expect(outcomes).toMatchObject([
    { message: expect.stringMatching(/^the response is not well-formed HTTP\/1\.1: (?!TLS)/) },
  ]);
});

it('ends where a CONNECT succeeds', async () => {
  const { outcomes } = await sendAll(writes('HTTP/1.1 200 OK\r\n\r\n'), [{ method: 'CONNECT' }]);
  expect(outcomes).toMatchObject([{ kind: 'closed' }]);
});

it('has an outcome where the service goes away', async () => {
  const server = net.createServer((socket) => {
    socket.end(`HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n`);
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sender = new Sender(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const request = { method: 'GET', target: '/', headers: [] };
  await sender.send(request);
  const { outcome } = await sender.send(request);
  expect(outcome).toMatchObject({
    kind: 'away',
    message: expect.stringMatching(/any more: .*ECONNREFUSED/) as string,
    mayBeSent: false,
  });
});

it('sends once more where a connection that was kept is closed', async () => {
  const { outcomes, got } = await sendAll(
    (socket, _, count) => (count === 2 ? socket.destroy() : socket.write(OK)),
    [{}, { target: '/again' }],
  );
  expect(outcomes.map(({ kind }) => kind)).toEqual(['response', 'response']);
  expect(got.map((text) => text.split(' ')[1])).toEqual(['/', '/again', '/again']);
});

it('sends no more than twice', async () => {
  const { outcomes, got } = await sendAll(
    (socket, _, count) => (count > 1 ? socket.destroy() : socket.write(OK)),
    [{}, { method: 'POST' }],
  );
  expect(outcomes.map(({ kind }) => kind)).toEqual(['response', 'closed']);
  expect(got).toHaveLength(3);
});

it.each(['127.0.0.1', 'localhost'])('ends the run where nothing listens at %s', async (host) => {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const sent = new Sender(`http://${host}:${port}`).send({
    method: 'GET',
    target: '/',
    headers: [],
  });
  await expect(sent).rejects.toThrow(UnreachableError);
  await expect(sent).rejects.toThrow(/cannot be reached: .*ECONNREFUSED/);
});

describe('requests', () => {
  const header = (name: string, value: string): Partial<OperationRequest> => ({
    headers: [[name, value]],
  });

  it.each<[title: string, request: Partial<OperationRequest>, expected: boolean]>([
    ['a path with a query', { target: '/a%20b/%00?x=1&y={}[]|"' }, true],
    ['an asterisk as target', { target: '*' }, false],
    ['a space in the target', { target: '/a b' }, false],
    ['a character beyond ASCII in the target', { target: '/\xfc' }, false],
    ['a line break in the target', { target: '/a\r\nb' }, false],
    ['a method of its own', { method: 'M-SEARCH' }, true],
    ['a method with a space', { method: 'GET ALL' }, false],
    ['a header with space and tabs within', header('X-A', 'a \t b'), true],
    ['an empty header', header('X-A', ''), true],
    ['bytes beyond ASCII in a header', header('X-A', '\xe9'), true],
    ['a character of two bytes in a header', header('X-A', '\u20ac'), false],
    ['NUL in a header', header('X-A', 'a\0b'), false],
    ['a line break in a header', header('X-A', 'a\r\nb: c'), false],
    ['space around a header', header('X-A', ' a'), false],
    ['only space in a header', header('X-A', ' '), false],
    ['a space in the name of a header', header('X A', 'a'), false],
    ['a header without a name', header('', 'a'), false],
  ])('%s', (_, request, expected) => {
    expect(isSendable({ method: 'GET', target: '/', headers: [], ...request })).toBe(expected);
  });
});
