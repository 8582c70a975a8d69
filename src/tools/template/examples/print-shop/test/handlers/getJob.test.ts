import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { useService } from '../service.js';
import { init, placeJob } from '../upload.js';

/** Receives the webhook; `useService` starts the service after it. */
const received: unknown[] = [];
const receiver = createServer(async (request, response) => {
  received.push(await json(request));
  response.writeHead(204).end();
});
beforeAll(async () => {
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  process.env['WEBHOOK_URL'] = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
afterAll(() => receiver.close());

const service = useService();

const read = (id: string) => service.call('getJob', { path: { id } }, init);

describe('getJob', () => {
  it('has the state of a job until it is printed, which the webhook says too', async () => {
    const id = await placeJob(service);
    let response = await read(id);
    while (response.headers.has('Retry-After')) {
      await delay(10);
      response = await read(id);
    }
    expect(response.body).toMatchObject({ state: 'printed', copies: 1 });
    while (received.length === 0) await delay(10);
    expect(received).toEqual([response.body]);
  });

  it('knows no job that nobody placed', async () => {
    expect((await read('0f8fad5b-d9cb-469f-a165-70867728950e')).status).toBe(404);
  });
});
