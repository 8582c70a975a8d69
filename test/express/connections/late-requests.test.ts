import { createServer, listen, type Listener } from '../../../src/express';
import { RawConnection } from '../../support/raw-connection';

/** Requests whose time is over while the server itself is late. */

const REQUEST_TIMEOUT_MS = 200;

let listener: Listener;
let letGo: () => void;
const served: string[] = [];

beforeAll(async () => {
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const server = createServer(
    async (request) => {
      const { target } = request;
      served.push(target);
      if (target === '/held') await held;
      // After the connection was told to read on, before it can.
      if (target === '/busy') process.nextTick(keepBusy);
      const read = request.hasBody ? await request.readBody(1_000) : undefined;
      return { status: 200, headers: {}, body: read?.outcome === 'complete' ? read.bytes : '' };
    },
    {
      requestTimeoutMs: REQUEST_TIMEOUT_MS,
      onFault: (error) => {
        throw error;
      },
    },
  );
  listener = await listen(server, '127.0.0.1', 0, 'PORT');
});
afterAll(() => listener.close(0));

function keepBusy(): void {
  const end = performance.now() + 3 * REQUEST_TIMEOUT_MS;
  while (performance.now() < end);
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
}

const get = (target: string): string => `GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`;
const last = ['POST /last HTTP/1.1', 'Host: a', 'Content-Length: 4', '', 'body'].join('\r\n');

it('get no 408 while what is missing has arrived unread, in the head or in the body', async () => {
  const cuts = [12, last.length - 2];
  const connections = await Promise.all(cuts.map(() => RawConnection.open(listener.url)));
  for (const [index, connection] of connections.entries()) {
    connection.write(get('/held') + get('/busy') + last.slice(0, cuts[index]));
  }
  while (served.length < connections.length) await turns();
  await turns();
  for (const [index, connection] of connections.entries()) {
    connection.write(last.slice(cuts[index]));
  }
  await turns();
  letGo();
  for (const connection of connections) {
    const responses = [];
    for (let count = 0; count < 3; count++) {
      const { status, body } = await connection.response();
      responses.push([status, body]);
    }
    expect(responses).toStrictEqual([
      [200, ''],
      [200, ''],
      [200, 'body'],
    ]);
    connection.abort();
  }
});
