import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from '../../../../src/runtime/express';
import type { HttpRequest } from '../../../../src/runtime/contract';
import { RawConnection } from '../../../support/raw-connection';
import { settled, until } from '../../../support/waiting';

/** Clients that send far ahead: each of their requests is answered whole and in order, and others are served beside. */

const REQUEST_TIMEOUT_MS = 2_000;

let server: Server;
let url: string;
let connections: RawConnection[] = [];
/** Targets, in the order in which they were served. */
let served: string[];
let letGo: () => void;
let held: Promise<void>;

beforeEach(async () => {
  served = [];
  held = new Promise((resolve) => (letGo = resolve));
  server = createServer(answer, {
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    onFault: (error) => {
      throw error;
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  letGo();
  for (const connection of connections) connection.abort();
  connections = [];
  await new Promise((resolve) => server.close(resolve));
});

/** Answers `/held` when it is let go, and everything else at once, with the body that was sent. */
async function answer(request: HttpRequest): ReturnType<Parameters<typeof createServer>[0]> {
  served.push(request.target);
  if (request.target === '/held') await held;
  const read = request.hasBody ? await request.readBody(1_000_000) : undefined;
  const body = read?.outcome === 'complete' ? read.bytes : '';
  return { status: 200, headers: {}, body };
}

async function open(): Promise<RawConnection> {
  const connection = await RawConnection.open(url);
  connections.push(connection);
  return connection;
}

/** A connection with the server's side of it. */
async function openBoth(): Promise<[RawConnection, Socket]> {
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const connection = await open();
  const [socket] = await accepted;
  return [connection, socket];
}

const get = (target: string): string => `GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`;

function post(target: string, body: string): string {
  const head = [`POST ${target} HTTP/1.1`, 'Host: a', `Content-Length: ${body.length}`];
  return [...head, '', body].join('\r\n');
}

it('a request of somebody else is served between them', async () => {
  const [flooding, other] = [await open(), await open()];
  flooding.write(get('/flood').repeat(500));
  expect((await other.write(get('/other')).response()).status).toBe(200);
  expect(served.indexOf('/other')).toBeLessThan(100);
});

it('each connection gets all of its responses, whole and in order', async () => {
  const bodies = Array.from({ length: 800 }, (_, number) => `${number} `.repeat(number % 100));
  const all = [await open(), await open()];
  for (const connection of all) {
    connection.write(bodies.map((body, number) => post(`/${number}`, body)).join(''));
  }
  for (const connection of all) {
    for (const body of bodies) expect((await connection.response()).body).toBe(body);
  }
});

it('while a request is served, the connection is read once at most', async () => {
  const [connection, socket] = await openBoth();
  connection.write(get('/held'));
  await until(() => served.length === 1);
  const before = socket.bytesRead;
  connection.write(post('/next', 'x'.repeat(1_000)).repeat(500));
  await settled(() => socket.bytesRead);
  expect(socket.bytesRead - before).toBeLessThanOrEqual(65_536);
  expect(served).toStrictEqual(['/held']);
  letGo();
  for (let count = 0; count <= 500; count++) {
    expect((await connection.response()).status).toBe(200);
  }
});

it('of a client that goes away, those that wait are not served', async () => {
  const [connection, socket] = await openBoth();
  connection.write(get('/held') + get('/next') + get('/next'));
  await until(() => served.length === 1 && socket.isPaused());
  const closed = new Promise((resolve) => socket.once('close', resolve));
  connection.reset();
  letGo();
  await closed;
  await settled(() => served.length);
  expect(served).toStrictEqual(['/held']);
});

describe('a request whose rest waits unread while its time is over', () => {
  const last = post('/last', 'body');
  /** Connections that sent a part of the head, and a part of the body. */
  let both: RawConnection[];
  let overdue: number;

  beforeEach(async () => {
    both = [];
    overdue = 0;
    server.on('clientError', () => overdue++);
    for (const cut of [12, last.length - 2]) {
      const [connection, socket] = await openBoth();
      connection.write(get('/held') + get('/next') + last.slice(0, cut));
      await until(() => socket.isPaused());
      both.push(connection);
    }
  });

  it('is served all the same', async () => {
    both[0]!.write(last.slice(12));
    both[1]!.write(last.slice(-2));
    await until(() => overdue === 2);
    letGo();
    for (const connection of both) {
      for (const body of ['', '', 'body']) {
        expect(await connection.response()).toMatchObject({ status: 200, body });
      }
    }
  });

  it('is 408 after those before it, if it never comes', async () => {
    await until(() => overdue === 2);
    letGo();
    for (const connection of both) {
      for (const status of [200, 200, 408]) {
        expect((await connection.response()).status).toBe(status);
      }
      expect(await connection.closed()).toBe('');
    }
  });
});
