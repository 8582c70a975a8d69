import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAnswerServer } from '../../../src/express';
import { Backlog } from '../../../src/express/connections/backlog';
import { RawConnection } from '../../support/raw-connection';

/** Connections that wait to be accepted while others keep the event loop busy. */

const MS_PER_REQUEST = 1;
/** As on a machine that is busy with other work, or with code that is not compiled yet. */
const MS_PER_SLOW_REQUEST = 20;
/** Connections that send a request after each response. */
const BUSY = 60;
const NEW = 60;
const FEW = 8;
const REQUEST = ['GET / HTTP/1.1', 'Host: a', '', ''].join('\r\n');

let server: Server;
let url: string;
let served: number;
let msPerRequest: number;
let isOver: boolean;
let connections: RawConnection[];

beforeEach(async () => {
  [served, msPerRequest, isOver, connections] = [0, MS_PER_REQUEST, false, []];
  server = createAnswerServer(
    () => {
      const end = performance.now() + msPerRequest;
      while (performance.now() < end);
      served++;
      return Promise.resolve({ status: 200, headers: {}, body: 'served' });
    },
    {
      requestTimeoutMs: 60_000,
      onFault: (error) => {
        throw error;
      },
      shedding: { load: { room: 1_000, isMany: false, waitMs: 0 }, exempts: () => false },
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  isOver = true;
  for (const connection of connections) connection.abort();
  await new Promise((resolve) => server.close(resolve));
});

async function open(): Promise<RawConnection> {
  const connection = await RawConnection.open(url);
  connections.push(connection);
  return connection;
}

async function keepBusy(connection: RawConnection): Promise<void> {
  while (!isOver) {
    connection.write(REQUEST);
    await connection.response();
  }
}

it('they do not wait until all requests of the others have been served in each turn', async () => {
  const others = await Promise.all(Array.from({ length: BUSY }, open));
  const busy = others.map(keepBusy);
  while (served < BUSY) await new Promise(setImmediate);
  const before = served;
  const added = await Promise.all(Array.from({ length: NEW }, open));
  const responses = await Promise.all(
    added.map((connection) => connection.write(REQUEST).response()),
  );
  const servedMeanwhile = served - before;
  isOver = true;
  await Promise.all(busy);
  for (const { status } of responses) expect([200, 503]).toContain(status);
  // One is accepted in each turn of the event loop.
  expect(servedMeanwhile).toBeLessThan((NEW * BUSY) / 4);
});

it('a few clients that wait for each response are all served, however slow the machine is', async () => {
  msPerRequest = MS_PER_SLOW_REQUEST;
  const statuses: number[] = [];
  const client = async (): Promise<void> => {
    const connection = await open();
    for (let sent = 0; sent < 10; sent++) {
      statuses.push((await connection.write(REQUEST).response()).status);
    }
  };
  await Promise.all(Array.from({ length: FEW }, client));
  expect(statuses).toEqual(Array<number>(10 * FEW).fill(200));
});

it('what keeps them waiting is noticed soon, however many were accepted quickly before', async () => {
  let told = 0;
  const backlog = new Backlog(() => told++);
  const turn = async (ms: number): Promise<void> => {
    backlog.accept();
    const end = performance.now() + ms;
    while (performance.now() < end);
    await new Promise(setImmediate);
  };
  for (let quick = 0; quick < 300; quick++) await turn(0);
  told = 0;
  for (let slow = 0; slow < 3; slow++) await turn(60);
  expect(told).toBeGreaterThan(0);
});
