import { Closing, createAnswerServer } from '../src/express';
import { listen, type Listener } from '../src/listener';
import { RawConnection } from './support/raw-connection';

/** Connections of a server that closes while more requests arrive than it can serve. */

const MS_PER_REQUEST = 2;
/** All of them take more time than a connection may be quiet before it is cut. */
const CLIENTS = 100;
const GRACE_MS = 60_000;
const REQUEST = ['GET / HTTP/1.1', 'Host: a', '', ''].join('\r\n');

let closing: Closing;
let listener: Listener;
let served: number;

beforeEach(async () => {
  [closing, served] = [new Closing(), 0];
  const server = createAnswerServer(
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
      shedding: { load: { room: 1_000, isMany: false, waitMs: 0 }, exempts: () => false },
    },
  );
  listener = await listen(server, '127.0.0.1', 0, 'PORT');
});

/** Sends a request after each response, until one says that the connection closes. */
async function useUntilLast(client: RawConnection): Promise<void> {
  for (let isLast = false; !isLast;) {
    const { status, headers } = await client.write(REQUEST).response();
    expect([200, 503]).toContain(status);
    isLast = headers.connection?.includes('close') === true;
  }
}

it('a request that has arrived has its response, also when it waits to be read', async () => {
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, () => RawConnection.open(listener.url)),
  );
  const uses = clients.map(useUntilLast);
  while (served < 5 * CLIENTS) await new Promise(setImmediate);
  closing.begin();
  const closed = listener.close(GRACE_MS);
  const ends = await Promise.allSettled(uses);
  expect(ends.filter(({ status }) => status === 'rejected')).toStrictEqual([]);
  await closed;
});
