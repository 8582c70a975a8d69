import { connect } from 'node:net';
import Database from 'libsql';
import { failureKinds } from '../../../src/runtime/contract/failure';
import { startPlantService, TOKEN, type PlantService } from '../../support/plant-service';
import { sendRaw } from '../../support/raw-http';
import { turns } from '../../support/waiting';

const head = (lines: readonly string[]): string =>
  [
    'POST /plants HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${TOKEN}`,
    'Content-Type: application/json',
    ...lines,
    '',
    '',
  ].join('\r\n');

const errorNumber = (body = ''): number => (JSON.parse(body) as { error: number }).error;

let service: PlantService;
afterEach(() => service.close());

it('a request beyond MAX_PENDING_REQUESTS is 503 with Retry-After, and the next one is served', async () => {
  service = await startPlantService({ MAX_PENDING_REQUESTS: '1' });
  // Another process holds the store, so that what arrives stays pending.
  const other = new Database(service.databaseUrl.slice('sqlite:'.length));
  other.exec('BEGIN IMMEDIATE');
  const pending = sendRaw(service.url, `${head(['Content-Length: 19'])}{"id":1,"name":"x"}`);
  let refused = await service.post('{"id":2,"name":"x"}');
  while ((await refused.clone().text()).includes('unavailable for now')) {
    refused = await service.post('{"id":2,"name":"x"}');
  }
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(await refused.json()).toEqual({
    error: failureKinds.unavailable.number,
    message: 'The service is busy',
  });
  const ready = await fetch(`${service.url}/-/ready`);
  expect({ status: ready.status, body: await ready.json() }).toEqual({
    status: 503,
    body: { status: 'not ready', reason: 'busy' },
  });

  other.exec('ROLLBACK');
  other.close();
  await pending;
  expect((await service.post('{"id":2,"name":"x"}')).status).toBe(200);
});

it('requests whose bodies have not arrived are not pending', async () => {
  service = await startPlantService({ MAX_PENDING_REQUESTS: '2' });
  const { port } = new URL(service.url);
  const unfinished = Array.from({ length: 20 }, () => connect(Number(port), '127.0.0.1'));
  const received = unfinished.map(async (socket) => {
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    return text;
  });
  unfinished.forEach((socket, id) => {
    socket.write(`${head(['Content-Length: 24', 'Connection: close'])}{"id":${100 + id},`);
  });
  await turns();
  expect((await service.post('{"id":1,"name":"x"}')).status).toBe(200);
  expect((await fetch(`${service.url}/-/ready`)).status).toBe(200);
  for (const socket of unfinished) {
    socket.write('"name":"slow"}');
    await new Promise((resolve) => socket.once('data', resolve));
  }
  for (const text of await Promise.all(received)) expect(text).toMatch(/^HTTP\/1\.1 200 /);
});

it('a store that is away is 503 with Retry-After, and back when it is', async () => {
  service = await startPlantService();
  // Another process would hold the lock like this.
  const other = new Database(service.databaseUrl.slice('sqlite:'.length));
  other.exec('BEGIN IMMEDIATE');
  const refused = await service.post('{"id":1,"name":"x"}');
  other.exec('ROLLBACK');
  other.close();
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(errorNumber(await refused.text())).toBe(failureKinds.unavailable.number);

  expect((await service.post('{"id":1,"name":"x"}')).status).toBe(200);
});
