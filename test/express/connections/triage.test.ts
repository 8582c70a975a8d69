import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { createApp, createHttpServer } from '../../../src/express';
import { connectionOf } from '../../../src/express/connections/connections';
import { RawConnection } from '../../support/raw-connection';
import { runs } from '../../support/runs';
import { Random } from '../../../scripts/random';

/** Requests that are refused without being parsed, while more arrive than can be served. */

const MS_PER_REQUEST = 1;
const REQUEST_TIMEOUT_MS = 1_000;
/** For requests that wait until an overload has begun. */
const LONG_TIMEOUT_MS = 60_000;

let server: Server;
let url: string;
let refused = 0;
/** What is behind the server. */
let load: { room: number; isMany: boolean; waitMs: number };
/** What a request for `/-/held` waits for. */
let hold: (response: ServerResponse) => Promise<unknown>;
let connections: RawConnection[] = [];
let over = new AbortController();

async function listen(requestTimeoutMs = REQUEST_TIMEOUT_MS): Promise<void> {
  refused = 0;
  load = { room: 1_000, isMany: false, waitMs: 0 };
  hold = () => setTimeout(2);
  over = new AbortController();
  const app = createApp({
    contract: [
      (request, response) => {
        const end = performance.now() + MS_PER_REQUEST;
        while (performance.now() < end);
        const body = String(request.headers['x-id']);
        request.resume().on('end', () => {
          // The commit of a store takes time that is not the processor's.
          const isHeld = request.url === '/-/held';
          void (isHeld ? hold(response) : setTimeout(2)).then(() => {
            response.setHeader('Content-Length', body.length).end(body);
          });
        });
      },
    ],
  });
  server = createHttpServer(app, {
    requestTimeoutMs,
    onFault: fail,
    shedding: {
      load,
      exempts: (target) => target.startsWith('/-/'),
      onRefusal: (count) => (refused += count),
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function cutOff(): void {
  for (const connection of connections) connection.abort();
  connections = [];
}

async function close(): Promise<void> {
  over.abort();
  cutOff();
  await new Promise((resolve) => server.close(resolve));
}

function fail(error: unknown): never {
  throw error;
}

async function open(): Promise<RawConnection> {
  const connection = await RawConnection.open(url);
  connections.push(connection);
  return connection;
}

function request(id: number, { target = '/', fields = [] as string[], body = '' } = {}): string {
  const length = fields.length > 0 ? [] : [`Content-Length: ${body.length}`];
  const lines = [`POST ${target} HTTP/1.1`, 'Host: a', `X-Id: ${id}`, ...fields, ...length];
  return [...lines, '', body].join('\r\n');
}

/** Sends more than can be served, until the returned function is called. */
async function overload(): Promise<() => Promise<void>> {
  const flood = Array.from({ length: 200 }, () => request(0)).join('');
  const sender = await open();
  const sending = (async (): Promise<void> => {
    while (!over.signal.aborted) {
      sender.write(flood);
      await setTimeout(20);
    }
  })();
  while (refused === 0) await setTimeout(5);
  return async () => {
    over.abort();
    await sending;
  };
}

interface Sent {
  readonly text: string;
  /** The response that it may have beside 200. */
  readonly mayBeRefused: boolean;
}

/** A request of any framing. */
function anyRequest(id: number, random: Random): Sent {
  const body = random.chance(0.3) ? request(-1).repeat(random.integer(1, 3)) : 'x';
  const kind = random.integer(0, 5);
  if (kind === 0) return { text: request(id, { target: '/-/live', body }), mayBeRefused: false };
  if (kind > 1) return { text: request(id, { body }), mayBeRefused: true };
  const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const fields = ['Transfer-Encoding: chunked'];
  return { text: request(id, { fields, body: chunks }), mayBeRefused: true };
}

/** All of them keep the processor busy as long as they run. */
const SEEDS = Array.from({ length: runs(10) }, (_, index) => String(index));
const CLOSING_ROUNDS = runs(50);

describe('during an overload', () => {
  let calm: () => Promise<void>;
  let flooding: RawConnection[];

  // It takes a second to begin.
  beforeAll(async () => {
    await listen();
    calm = await overload();
    flooding = connections;
    connections = [];
  });

  afterEach(cutOff);

  afterAll(async () => {
    await calm();
    connections = flooding;
    await close();
  });

  it.each(SEEDS)('each request has its response, whatever is refused (seed %s)', async (seed) => {
    const random = new Random(seed);
    const connection = await open();
    const sent = Array.from({ length: 400 }, (_, id) => anyRequest(id, random));
    const text = sent.map((each) => each.text).join('');
    const sending = (async (): Promise<void> => {
      for (let at = 0; at < text.length;) {
        const length = random.integer(1, random.pick([10, 500, 8_000]));
        connection.write(text.slice(at, at + length));
        at += length;
        if (random.chance(0.2)) await setTimeout(random.integer(0, 10));
      }
    })();
    const statuses = new Set<number>();
    for (const [id, { mayBeRefused }] of sent.entries()) {
      const { status, body } = await connection.response();
      expect([200, ...(mayBeRefused ? [503] : [])]).toContain(status);
      if (status === 200) expect(body).toBe(String(id));
      statuses.add(status);
    }
    expect([...statuses].sort()).toStrictEqual([200, 503]);
    await sending;
  });

  it('of what arrives together the newest are served, and no refusal waits for them', async () => {
    const connection = await open();
    await connection.write(request(0)).response();
    const burst = Array.from({ length: 30 }, (_, id) => request(id)).join('');
    let served = 0;
    for (let round = 0; served < 3 && round < 500; round++) {
      connection.write(burst);
      const statuses: number[] = [];
      for (let id = 0; id < 30; id++) statuses.push((await connection.response()).status);
      const first = statuses.indexOf(200);
      if (first !== -1) expect(new Set(statuses.slice(first))).toStrictEqual(new Set([200]));
      served += statuses.filter((status) => status === 200).length;
    }
    expect(served).toBeGreaterThanOrEqual(3);
  });

  it('of a new connection the first requests are refused as well, and it is kept', async () => {
    const burst = Array.from({ length: 30 }, (_, id) => request(id)).join('');
    const openRefused = async (): Promise<RawConnection | undefined> => {
      const connection = await open();
      connection.write(burst);
      const statuses = new Set<number>();
      for (let id = 0; id < 30; id++) statuses.add((await connection.response()).status);
      return statuses.has(200) ? undefined : connection;
    };
    const others = await Promise.all(Array.from({ length: 20 }, open));
    let connection: RawConnection | undefined;
    for (let tries = 0; connection === undefined && tries < 200; tries++) {
      for (const other of others) other.write(burst.repeat(10));
      connection = await openRefused();
    }
    for (const other of others) other.abort();
    await setTimeout(2.2 * REQUEST_TIMEOUT_MS);
    const live = request(1, { target: '/-/live' });
    expect(await connection?.write(live).response()).toMatchObject({ status: 200, body: '1' });
  });

  it('a request that arrives byte by byte gets 408 in time', async () => {
    const connection = await open();
    await connection.write(`${request(1)}POST / HTTP/1.1\r\nX: `).response();
    const late = connection.response();
    let inTime: unknown;
    for (let bytes = 0; inTime === undefined && bytes < 300; bytes++) {
      connection.write('x');
      inTime = await Promise.race([late, setTimeout(20)]);
    }
    expect(inTime).toMatchObject({ status: 408 });
  });

  it('a part of a request before the end of the connection gets 400', async () => {
    const connection = await open();
    await connection.write(request(1)).response();
    connection.write(request(2).slice(0, 20)).halfClose();
    expect(await connection.response()).toMatchObject({ status: 400 });
  });

  it(`nothing has a response behind the last request of a connection (${CLOSING_ROUNDS} times)`, async () => {
    for (let round = 0; round < CLOSING_ROUNDS; round++) {
      const connection = await open();
      const last = request(1).replace('\r\n', '\r\nConnection: close\r\n');
      connection.write(last + request(2).repeat(5));
      expect(await connection.response()).toMatchObject({ status: 200, body: '1' });
      expect(await connection.closed()).toBe('');
    }
  });

  it(`a client that closes its side after its requests gets all responses (${CLOSING_ROUNDS} times)`, async () => {
    for (let round = 0; round < CLOSING_ROUNDS; round++) {
      const connection = await open();
      if (round % 2 === 0) await connection.write(request(0)).response();
      connection.write(Array.from({ length: 20 }, (_, id) => request(id)).join('')).halfClose();
      for (let id = 0; id < 20; id++) {
        const { status, body } = await connection.response();
        if (status === 200) expect(body).toBe(String(id));
      }
      expect(await connection.closed()).toBe('');
    }
  });

  it('a client that goes while its request is served is noticed', async () => {
    let gone = 0;
    let begun = 0;
    hold = async (response) => {
      begun++;
      await new Promise((resolve) => response.once('close', resolve));
      gone++;
    };
    const clients = await Promise.all(Array.from({ length: 30 }, open));
    await Promise.all(
      clients.map(async (client) => {
        await client.write(request(0)).response();
        client.write(request(1, { target: '/-/held' }));
      }),
    );
    while (begun < clients.length) await setTimeout(5);
    for (const client of clients) client.reset();
    for (let looks = 0; gone < clients.length && looks < 500; looks++) await setTimeout(10);
    expect(gone).toBe(clients.length);
  });

  it('a client that does not read its refusals is not read on', async () => {
    const connection = await open();
    connection.stopReading().write(request(1).repeat(400_000));
    let unsent = -1;
    while (unsent !== connection.unsentBytes) {
      unsent = connection.unsentBytes;
      await setTimeout(250);
    }
    expect(unsent).toBeGreaterThan(0);
  });
});

describe('before and after an overload', () => {
  beforeEach(() => listen(LONG_TIMEOUT_MS));

  afterEach(close);

  it('refusals behind a response that takes long wait for it together', async () => {
    const count = 20;
    let listeners = 0;
    hold = (response) => {
      // As it does for each part of what is read meanwhile.
      for (let i = 0; i < count; i++) connectionOf(response.req.socket)?.refuse(1);
      listeners = response.listenerCount('finish');
      return Promise.resolve();
    };
    const connection = await open();
    connection.write(request(0, { target: '/-/held' }));
    expect(await connection.response()).toMatchObject({ status: 200, body: '0' });
    for (let i = 0; i < count; i++) expect((await connection.response()).status).toBe(503);
    expect(refused).toBe(count);
    expect(listeners).toBeLessThan(5);
  });

  it('a request whose body was on its way when the overload began is read to its end', async () => {
    const connection = await open();
    const text = request(1, { body: 'x'.repeat(100) });
    connection.write(text.slice(0, -50));
    const calm = await overload();
    connection.write(text.slice(-50));
    expect(await connection.response()).toMatchObject({ status: 200, body: '1' });
    await calm();
  });

  it('of many that were parsed before the overload began, few are served', async () => {
    const count = 200;
    let release = (): void => undefined;
    hold = () => new Promise<void>((resolve) => (release = resolve));
    const connection = await open();
    const ahead = Array.from({ length: count }, (_, id) => request(id)).join('');
    connection.write(request(0, { target: '/-/held' }) + ahead);
    const calm = await overload();
    release();
    expect(await connection.response()).toMatchObject({ status: 200, body: '0' });
    let served = 0;
    for (let id = 0; id < count; id++) {
      const { status, body } = await connection.response();
      if (status === 200) expect(body).toBe(String(id));
      served += Number(status === 200);
    }
    expect(served).toBeLessThan(40);
    await calm();
  });

  it('a client that reads no response is not read on, also when what is behind the server has no room', async () => {
    const calm = await overload();
    load.room = 0;
    const connection = await open();
    // It is left to the parser, and refused behind it.
    const unusual = request(1)
      .replace('HTTP/1.1', 'HTTP/1.0')
      .replace('a', 'a\r\nConnection: keep-alive');
    connection.stopReading().write(unusual.repeat(100_000));
    let unsent = -1;
    while (unsent !== connection.unsentBytes) {
      unsent = connection.unsentBytes;
      await setTimeout(250);
    }
    expect(unsent).toBeGreaterThan(0);
    connection.abort();
    load.room = 1_000;
    expect((await (await open()).write(request(2, { target: '/-/live' })).response()).body).toBe(
      '2',
    );
    await calm();
  });

  it('when fewer arrive, all are served again soon, though many arrive together', async () => {
    const calm = await overload();
    await calm();
    const connection = await open();
    const burst = Array.from({ length: 10 }, (_, id) => request(id)).join('');
    let bursts = 0;
    for (let isServed = false; !isServed; bursts++) {
      await setTimeout(50);
      connection.write(burst);
      isServed = true;
      for (let id = 0; id < 10; id++) {
        const { status, body } = await connection.response();
        isServed &&= status === 200 && body === String(id);
      }
    }
    expect(bursts).toBeLessThan(60);
  });
});
