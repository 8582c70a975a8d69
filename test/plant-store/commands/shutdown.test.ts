import path from 'node:path';
import Database from 'libsql';
import { RawConnection } from '../../support/raw-connection';
import { Workplace, type ServingProcess } from '../../support/plant-store-process';

/** The compiled service and signals. */

let workplace: Workplace;
beforeEach(() => (workplace = new Workplace()));
afterEach(() => workplace.remove());

/** Longer than a test may take, so that what waits for it fails. */
const FOR_EVER_MS = '3600000';

function create(id: number): string {
  const body = `{"id":${id},"name":"Fern"}`;
  const head = ['POST /plants HTTP/1.1', 'Host: a', 'Authorization: Bearer secret'];
  const content = ['Content-Type: application/json', `Content-Length: ${body.length}`];
  return [...head, ...content, '', body].join('\r\n');
}

const READY = 'GET /-/ready HTTP/1.1\r\nHost: a\r\n\r\n';

/** Asks for readiness on connections of their own until it is gone. */
async function untilNotReady({ url }: ServingProcess): Promise<unknown> {
  for (;;) {
    const response = await fetch(`${url}/-/ready`, { headers: { connection: 'close' } });
    if (response.status === 503) return response.json();
    await response.arrayBuffer();
  }
}

it('serves for SHUTDOWN_DELAY_MS without being ready, and a second signal ends it at once', async () => {
  const service = await workplace.serve({
    ACCESS_TOKENS: 'secret',
    SHUTDOWN_DELAY_MS: FOR_EVER_MS,
  });
  service.kill('SIGTERM');
  expect(await untilNotReady(service)).toEqual({ status: 'not ready', reason: 'shutting down' });
  const connection = await RawConnection.open(service.url);
  expect(await connection.write(create(1)).response()).toMatchObject({ status: 200 });

  // A commit waits in the thread of the store, which would not hear of an orderly end.
  const other = new Database(path.join(workplace.folder, 'data', 'plants.db'));
  other.exec('BEGIN IMMEDIATE');
  connection.write(create(2) + READY);
  await untilNotReady(service);
  service.kill('SIGINT');
  // Ended by the signal, for which shells say 130.
  expect(await service.closed).toBeNull();
  other.exec('ROLLBACK');
  other.close();
  expect((await workplace.run(['export'])).stdout).toBe('{"id":1,"name":"Fern"}\n');
});

it('finishes what is in flight, refuses what still arrives, and ends all connections', async () => {
  const service = await workplace.serve({ ACCESS_TOKENS: 'secret', SHUTDOWN_GRACE_MS: '60000' });
  const [silent, slow, other] = [
    await RawConnection.open(service.url),
    await RawConnection.open(service.url),
    await RawConnection.open(service.url),
  ];
  // Two have begun to send a request, so that their connections stay.
  slow.write(create(1).slice(0, -4));
  other.write(create(2).slice(0, -4));
  for (let turn = 0; turn < 2; turn++) await fetch(`${service.url}/-/live`);
  service.kill('SIGTERM');
  for (;;) {
    const isRefused = await RawConnection.open(service.url).then(
      (connection) => {
        connection.abort();
        return false;
      },
      () => true,
    );
    if (isRefused) break;
  }
  const response = await slow.write(create(1).slice(-4) + create(3)).response();
  expect(response).toMatchObject({ status: 200, headers: { connection: ['close'] } });
  expect(await slow.closed()).toBe('');
  expect(await silent.closed()).toBe('');
  other.abort();
  expect(await service.closed).toBe(0);
  expect(service.output.stderr).toBe('');
  expect((await workplace.run(['export'])).stdout).toBe('{"id":1,"name":"Fern"}\n');
});

it('exits 0 within SHUTDOWN_GRACE_MS though a request does not end', async () => {
  const service = await workplace.serve({ ACCESS_TOKENS: 'secret', SHUTDOWN_GRACE_MS: '1500' });
  const connection = await RawConnection.open(service.url);
  connection.write(create(1).slice(0, -4));
  for (let turn = 0; turn < 2; turn++) await fetch(`${service.url}/-/live`);
  service.kill('SIGTERM');
  expect(await service.closed).toBe(0);
  expect(service.output.stderr).toBe('');
});
