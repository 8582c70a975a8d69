import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from '../../../src/express';
import type { HttpRequest } from '../../../src/contract';
import { RawConnection } from '../../support/raw-connection';
import { settled, until } from '../../support/waiting';

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
  const flooding = (await open()).write(get('/flood').repeat(2_000));
  await flooding.response();
  const other = await open();
  const before = served.length;
  expect((await other.write(get('/other')).response()).status).toBe(200);
  expect(served.length - before).toBeLessThan(100);
  for (let rest = 1; rest < 2_000; rest++) expect((await flooding.response()).status).toBe(200);
});

it('of many connections that send ahead, each gets all of its responses, in order', async () => {
  const all = await Promise.all(Array.from({ length: 50 }, open));
  const names = Array.from({ length: 120 }, (_, number) => `note ${number}`);
  for (const connection of all) {
    connection.write(names.map((name) => post('/', name)).join(''));
  }
  for (const connection of all) {
    for (const name of names) expect((await connection.response()).body).toBe(name);
  }
});

it('of thousands of requests, each has its response, whole and in order', async () => {
  const connection = await open();
  const bodies = Array.from({ length: 5_000 }, (_, number) => `${number} `.repeat(number % 100));
  connection.write(bodies.map((body, number) => post(`/${number}`, body)).join(''));
  for (const body of bodies) expect((await connection.response()).body).toBe(body);
  expect(served).toStrictEqual(bodies.map((_, number) => `/${number}`));
});

it('while a request is served, the connection is read once at most', async () => {
  const [connection, socket] = await openBoth();
  connection.write(get('/held'));
  await until(() => served.length === 1);
  const before = socket.bytesRead;
  connection.write(post('/next', 'x'.repeat(1_000)).repeat(10_000));
  await settled(() => socket.bytesRead);
  expect(socket.bytesRead - before).toBeLessThanOrEqual(65_536);
  expect(served).toStrictEqual(['/held']);
  letGo();
  for (let count = 0; count <= 10_000; count++) {
    expect((await connection.response()).status).toBe(200);
  }
});

it('when more than 50,000 requests wait, the connections that brought the last are cut', async () => {
  const all = await Promise.all(Array.from({ length: 30 }, open));
  for (const connection of all) connection.write(get('/held') + get('/').repeat(2_300));
  await until(() => all.some(({ isOpen }) => !isOpen));
  expect((await (await open()).write(get('/other')).response()).status).toBe(200);
  letGo();
  const kept = all.filter(({ isOpen }) => isOpen);
  // 21 hold 48,300 requests; what the system splits may let others in.
  expect(kept.length).toBeGreaterThanOrEqual(21);
  for (let count = 0; count <= 1_000; count++) {
    expect((await kept[0]!.response()).status).toBe(200);
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

  it.each([
    ['the head', 12],
    ['the body', last.length - 2],
  ])('is served all the same, if that is of %s', async (_, cut) => {
    const [connection, socket] = await openBoth();
    const overdue = once(server, 'clientError');
    connection.write(get('/held') + get('/next') + last.slice(0, cut));
    await until(() => socket.isPaused());
    connection.write(last.slice(cut));
    await overdue;
    letGo();
    for (const body of ['', '', 'body']) {
      expect(await connection.response()).toMatchObject({ status: 200, body });
    }
  });

  it.each([
    ['the head', 12],
    ['the body', last.length - 2],
  ])('is 408 after those before it, if %s never comes', async (_, cut) => {
    const [connection] = await openBoth();
    const overdue = once(server, 'clientError');
    connection.write(get('/held') + get('/next') + last.slice(0, cut));
    await overdue;
    letGo();
    for (const status of [200, 200, 408]) {
      expect((await connection.response()).status).toBe(status);
    }
    expect(await connection.closed()).toBe('');
  });
});
