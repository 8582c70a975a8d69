import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from '../../../src/express';
import type { HttpRequest } from '../../../src/contract';
import { RawConnection } from '../../support/raw-connection';

/** What clients that send far ahead cost others: a turn now and then, never a response or a byte of a body. */

let server: Server;
let url: string;
let connections: RawConnection[] = [];
/** Targets, in the order in which they were served. */
let served: string[];
let letGo: () => void;
let held: Promise<void>;

beforeAll(async () => {
  server = createServer(answer, {
    requestTimeoutMs: 60_000,
    onFault: (error) => {
      throw error;
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  served = [];
  held = new Promise((resolve) => (letGo = resolve));
});
afterEach(() => {
  letGo();
  for (const connection of connections) connection.abort();
  connections = [];
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

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

const get = (target: string): string => `GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`;

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
  const requests = names.map((name) =>
    ['POST / HTTP/1.1', 'Host: a', `Content-Length: ${name.length}`, '', name].join('\r\n'),
  );
  for (const connection of all) connection.write(requests.join(''));
  for (const connection of all) {
    for (const name of names) expect((await connection.response()).body).toBe(name);
  }
});

it('of what many connections send ahead, few requests are parsed at once', async () => {
  let parsed = 0;
  server.on('request', () => parsed++);
  const all = await Promise.all(Array.from({ length: 100 }, open));
  for (const connection of all) connection.write(get('/held') + get('/next').repeat(2_000));
  while (served.length < all.length) await new Promise(setImmediate);
  const other = await open();
  expect((await other.write(get('/other')).response()).status).toBe(200);
  expect(parsed).toBeLessThan(20_000);
  const [first, ...rest] = all;
  for (const connection of rest) connection.abort();
  letGo();
  for (let count = 0; count < 200; count++) {
    expect((await first!.response()).status).toBe(200);
  }
});

it('bodies of others arrive whole, wherever they are cut', async () => {
  await (await open()).write(get('/flood').repeat(200)).rest();
  const text = 'x'.repeat(6_000);
  const upgrade = ['Connection: Upgrade', 'Upgrade: h2c'];
  for (const fields of [[], upgrade]) {
    const head = ['POST / HTTP/1.1', 'Host: a', ...fields, `Content-Length: ${text.length}`];
    const request = [...head, '', text].join('\r\n');
    for (let cut = 1; cut < request.length; cut += cut < 200 ? 1 : 499) {
      const connection = await open();
      connection.write(request.slice(0, cut));
      await new Promise(setImmediate);
      expect((await connection.write(request.slice(cut)).response()).body).toBe(text);
    }
  }
});

it('of creates whose bodies are cut by what is read at once, few are parsed at once', async () => {
  let waiting = 0;
  let mostWaiting = 0;
  server.on('request', (_, response: ServerResponse) => {
    mostWaiting = Math.max(mostWaiting, ++waiting);
    response.on('close', () => waiting--);
  });
  const all = await Promise.all(Array.from({ length: 150 }, open));
  const note = 'x'.repeat(100);
  const create = ['POST / HTTP/1.1', 'Host: a', `Content-Length: ${note.length}`, '', note].join(
    '\r\n',
  );
  for (const connection of all) connection.write(get('/held') + create.repeat(100));
  while (served.length < all.length) await new Promise(setImmediate);
  letGo();
  for (const connection of all) {
    for (let count = 0; count <= 100; count++) {
      expect((await connection.response()).status).toBe(200);
    }
  }
  expect(mostWaiting).toBeLessThan(10_000);
});
