import { renameSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { Workplace, type ServingProcess } from '../../support/plant-store-process';
import { startPlantService } from '../../support/plant-service';
import { readMetrics } from '../../support/log-lines';
import { RawConnection } from '../../support/raw-connection';
import { useStarted } from '../../support/use-started';

interface Probe {
  readonly status: number;
  readonly body: unknown;
}

async function ready(url: string): Promise<Probe> {
  const response = await fetch(`${url}/-/ready`);
  return { status: response.status, body: await response.json() };
}

async function untilReadyIs(url: string, status: number): Promise<Probe> {
  for (;;) {
    const probe = await ready(url);
    if (probe.status === status) return probe;
  }
}

describe('in a service that runs', () => {
  const service = useStarted(() => startPlantService({ MANAGEMENT_PORT: '0' }));

  it('moves what is under /-/ to a listener of its own', async () => {
    expect(await ready(service.managementUrl)).toEqual({ status: 200, body: { status: 'ready' } });
    expect((await fetch(`${service.url}/-/ready`)).status).toBe(404);
    expect((await fetch(`${service.managementUrl}/plants`, { method: 'POST' })).status).toBe(404);
  });

  it('gives the metrics of the service', async () => {
    await fetch(`${service.url}/nowhere`);
    const { values } = await readMetrics(service.managementUrl);
    expect(values.get('http_requests_total{operation="(none)",status="404"}')).toBeGreaterThan(0);
  });
});

describe('in a process', () => {
  let workplace: Workplace;
  beforeEach(() => (workplace = new Workplace()));
  afterEach(() => workplace.remove());

  async function serve(): Promise<{ service: ServingProcess; managementUrl: string }> {
    const service = await workplace.serve({ ACCESS_TOKENS: 'secret', MANAGEMENT_PORT: '0' });
    const managementUrl = /management listens on (\S+)/.exec(service.output.stdout)?.[1] ?? '';
    return { service, managementUrl };
  }

  it('is not ready while the store is away, and again when it is back', async () => {
    const { service, managementUrl } = await serve();
    const data = path.join(workplace.folder, 'data');
    renameSync(data, `${data}-away`);
    expect((await untilReadyIs(managementUrl, 503)).body).toEqual({
      status: 'not ready',
      reason: 'the store does not respond',
    });
    expect((await fetch(`${managementUrl}/-/live`)).status).toBe(200);
    renameSync(`${data}-away`, data);
    await untilReadyIs(managementUrl, 200);
    service.kill('SIGTERM');
    expect(await service.closed).toBe(0);
  });

  it('says that it is shutting down until what is in flight has ended, and closes last, whoever stays silent', async () => {
    const { service, managementUrl } = await serve();
    const silent = await RawConnection.open(managementUrl);
    const inFlight = await RawConnection.open(service.url);
    inFlight.write([
      'POST /plants HTTP/1.1',
      'Host: x',
      'Authorization: Bearer secret',
      'Content-Type: application/json',
      'Content-Length: 19',
      'Expect: 100-continue',
      '',
    ]);
    expect((await inFlight.response()).status).toBe(100);
    service.kill('SIGTERM');
    expect((await untilReadyIs(managementUrl, 503)).body).toEqual({
      status: 'not ready',
      reason: 'shutting down',
    });
    expect((await fetch(`${managementUrl}/-/live`)).status).toBe(200);
    inFlight.write('{"id":1,"name":"x"}');
    expect((await inFlight.response()).status).toBe(200);
    expect(await service.closed).toBe(0);
    silent.abort();
    expect(service.output.stderr).toBe('');
  });

  it('fails the start with one line where its port is in use, and leaves no token behind', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    const { code, stdout, stderr } = await workplace.run(['serve'], {
      PORT: '0',
      MANAGEMENT_PORT: String(port),
      LOG_LEVEL: 'warn',
    });
    other.close();
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: `plant-store: Cannot listen on 127.0.0.1:${port}: the port is in use; set MANAGEMENT_PORT to another one, or to 0 for a free one\n`,
    });
    expect((await workplace.serve()).output.stdout).toContain('The first access token was created');
  });

  it('ends with a start that fails otherwise', async () => {
    const { code, stderr } = await workplace.run(['serve'], {
      MANAGEMENT_PORT: '0',
      DATABASE_URL: `sqlite:${__filename}`,
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^plant-store: Cannot open the store [^\n]+\n$/);
  });
});
