import { setTimeout } from 'node:timers/promises';
import { failureKinds } from '../../../src/runtime/contract/failure';
import { LogLines } from '../../support/log-lines';
import { RawConnection, type RawResponse } from '../../support/raw-connection';
import { startPlantService, TOKEN, type PlantService } from '../../support/plant-service';

/** Requests beyond MAX_PENDING_REQUESTS, and those that are sent ahead. */

let service: PlantService;
let connection: RawConnection;
let letGo = (): void => undefined;
let handled = 0;
const logs = new LogLines();

/** Serves with a handler that waits, and for as many requests as there is room for. */
async function serve(room: number, wait: () => Promise<unknown>): Promise<void> {
  handled = 0;
  logs.clear();
  service = await startPlantService(
    { MAX_PENDING_REQUESTS: String(room) },
    {
      createPlant: async ({ body }) => {
        handled++;
        await wait();
        return { status: 200, body };
      },
    },
    { requestLines: logs, log: logs.log },
  );
  connection = await RawConnection.open(service.url);
}

afterEach(async () => {
  letGo();
  connection.abort();
  await service.close();
});

/** Serves with room for one request, which is taken until it is let go. */
async function serveOne(): Promise<void> {
  const gone = new Promise<void>((resolve) => (letGo = resolve));
  await serve(1, () => gone);
  void service.post('{"id":1,"name":"Fern"}').catch(() => undefined);
  while (handled === 0) await setTimeout(1);
}

function create(id: number, headers: readonly string[] = [], body = ''): string {
  const content = body === '' ? `{"id":${id},"name":"Fern"}` : body;
  const length = body === '' ? [`Content-Length: ${content.length}`] : [];
  const head = ['POST /plants HTTP/1.1', 'Host: a', `Authorization: Bearer ${TOKEN}`];
  const all = [...head, 'Content-Type: application/json', ...length, ...headers];
  return [...all, '', content].join('\r\n');
}

const BUSY = { error: failureKinds.unavailable.number, message: 'The service is busy' };

function expectBusy({ status, headers, body }: RawResponse): void {
  expect([status, headers['retry-after'], JSON.parse(body)]).toStrictEqual([503, ['1'], BUSY]);
}

it('each of them gets 503, in order, on a connection that stays', async () => {
  await serveOne();
  for (let round = 0; round < 2; round++) {
    connection.write(create(2) + create(3) + create(4));
    for (let count = 0; count < 3; count++) {
      const response = await connection.response();
      expectBusy(response);
      expect(response.headers.connection).not.toContain('close');
    }
  }
  letGo();
  // It is still on its way back.
  while ((await connection.write(create(5)).response()).status === 503) await setTimeout(1);
  expect(handled).toBe(2);
});

it('what is under /-/ is answered all the same', async () => {
  await serveOne();
  connection.write(`${create(2)}GET /-/live HTTP/1.1\r\nHost: a\r\n\r\n${create(3)}`);
  expectBusy(await connection.response());
  expect(await connection.response()).toMatchObject({ status: 200, body: '{"status":"live"}' });
  expectBusy(await connection.response());
});

it('faults of the framing are refused as such, after those before them', async () => {
  await serveOne();
  connection.write(`${create(2)}${create(3)}no HTTP\r\n\r\n`);
  expectBusy(await connection.response());
  expectBusy(await connection.response());
  expect(await connection.response()).toMatchObject({ status: 400 });
  expect(await connection.closed()).toBe('');
});

it.each<[string, string[], string]>([
  ['in chunks', ['Transfer-Encoding: chunked'], '5\r\n{"id"\r\n3\r\n:2}\r\n0\r\n\r\n'],
  ['of which much is to come', ['Content-Length: 100000'], ' '.repeat(100_000)],
])('a body %s is got out of the way', async (_, headers, body) => {
  await serveOne();
  connection.write(create(2, headers, body));
  expect(await connection.response()).toMatchObject({ status: 503 });
  expectBusy(await connection.write(create(3)).response());
});

it('each of them is in the request log, with its id', async () => {
  await serveOne();
  const { headers } = await connection.write(create(2)).response();
  const [requestId] = headers['x-request-id']!;
  expect(await logs.nextRequest(0)).toMatchObject({
    requestId,
    operationId: 'createPlant',
    status: 503,
    failure: 'unavailable',
  });
});

it('however much a client sends ahead, each request is served, in order, and others meanwhile', async () => {
  await serve(100, () => Promise.resolve());
  const count = 300;
  connection.write(Array.from({ length: count }, (_, id) => create(id)).join(''));
  for (let id = 0; id < count; id++) {
    expect(await connection.response()).toMatchObject({ status: 200 });
    if (id === 10) expect((await service.post('{"id":-1,"name":"Fern"}')).status).toBe(200);
  }
  expect(handled).toBe(count + 1);
});
