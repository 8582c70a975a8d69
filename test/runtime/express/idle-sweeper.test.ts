import { Closing, createServer } from '../../../src/runtime/express';
import { listen, type Listener } from '../../../src/runtime/express/listener';
import { RawConnection } from '../../support/raw-connection';

/** Connections of a server that closes while it is busy. */

const MS_PER_REQUEST = 2;
/** To serve all of them once takes longer than an idle server lets a connection be quiet before it cuts it. */
const CLIENTS = 100;
/** Turns of the event loop until a client sends the next request. */
const CLIENT_TURNS = 2;
const GRACE_MS = 60_000;
const REQUEST = ['GET / HTTP/1.1', 'Host: a', '', ''].join('\r\n');

let closing: Closing;
let listener: Listener;
let served: number;

beforeEach(async () => {
  [closing, served] = [new Closing(), 0];
  const server = createServer(
    () => {
      const end = performance.now() + MS_PER_REQUEST;
      while (performance.now() < end);
      served++;
      return Promise.resolve({ status: 200, headers: {}, body: 'served' });
    },
    {
      closing,
      requestTimeoutMs: GRACE_MS,
      onFault: (error) => {
        throw error;
      },
    },
  );
  listener = await listen(server, '127.0.0.1', 0, 'PORT');
});

/** Sends a request after each response, until one says that the connection closes. */
async function useUntilLast(client: RawConnection): Promise<void> {
  for (let isLast = false; !isLast;) {
    const { status, headers } = await client.write(REQUEST).response();
    expect(status).toBe(200);
    isLast = headers.connection?.includes('close') === true;
    for (let turns = 0; turns < CLIENT_TURNS; turns++) await new Promise(setImmediate);
  }
}

it('a request that has arrived has its response, also when it waits to be read', async () => {
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, () => RawConnection.open(listener.url)),
  );
  // What has not been accepted when a listener closes is refused by the system.
  await Promise.all(clients.map((client) => client.write(REQUEST).response()));
  const uses = clients.map(useUntilLast);
  while (served < 3 * CLIENTS) await new Promise(setImmediate);
  closing.begin();
  const closed = listener.close(GRACE_MS);
  const ends = await Promise.allSettled(uses);
  expect(ends.filter(({ status }) => status === 'rejected')).toStrictEqual([]);
  await closed;
});
