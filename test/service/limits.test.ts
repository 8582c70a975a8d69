import { connect } from 'node:net';
import Database from 'libsql';
import { failureKinds } from '../../src/contract/failure';
import { startPlantService, TOKEN, type PlantService } from '../support/plant-service';
import { sendRaw } from '../support/raw-http';

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
  const { port } = new URL(service.url);
  const slow = connect(Number(port), '127.0.0.1');
  let received = '';
  slow.on('data', (chunk) => (received += chunk.toString()));
  slow.write(head(['Content-Length: 22']) + '{"id":1,');

  let refused = await service.post('{"id":2,"name":"x"}');
  while (refused.status === 200) refused = await service.post('{"id":2,"name":"x"}');
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(await refused.json()).toEqual({
    error: failureKinds.unavailable.number,
    message: 'The service is busy',
  });

  slow.end('"name":"slow"}');
  await new Promise((resolve) => slow.once('close', resolve));
  expect(received).toMatch(/^HTTP\/1\.1 200 /);
  expect((await service.post('{"id":2,"name":"x"}')).status).toBe(200);
});

it('a request that does not arrive within REQUEST_TIMEOUT_MS is 408 with the Error body', async () => {
  service = await startPlantService({ REQUEST_TIMEOUT_MS: '100' });
  const partial = [head(['Content-Length: 22']) + '{"id":1,', 'POST /plants HT'];
  for (const bytes of partial) {
    const [reply] = await sendRaw(service.url, bytes, { end: false });
    expect(reply?.status).toBe(408);
    expect(errorNumber(reply?.body)).toBe(failureKinds.requestTimeout.number);
  }
  expect(await service.stored()).toEqual([]);
});

it('headers beyond 16 KiB are 431 with the Error body', async () => {
  service = await startPlantService();
  const [reply] = await sendRaw(service.url, head([`X: ${'x'.repeat(17_000)}`]));
  expect(reply?.status).toBe(431);
  expect(errorNumber(reply?.body)).toBe(failureKinds.headersTooLarge.number);
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
