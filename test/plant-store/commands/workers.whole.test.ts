import { existsSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf } from '../../lab/child-processes';
import { readMetrics } from '../../support/log-lines';
import { type ServingProcess, Workplace } from '../../support/plant-store-process';
import { ConnectionLostError, RawConnection, type RawResponse } from '../../support/raw-connection';

/** The plant store served by several processes on a SQLite file. */

const isLinux = existsSync('/proc/self/task');
const onLinux = isLinux ? it : it.skip;

let workplace: Workplace;
beforeEach(() => (workplace = new Workplace()));
afterEach(() => {
  workplace.remove();
});

const serve = (env: Readonly<Record<string, string>> = {}): Promise<ServingProcess> =>
  workplace.serve({ WORKERS: '2', ACCESS_TOKENS: 'secret', LOG_LEVEL: 'info', ...env });

const HEAD = ['POST /plants HTTP/1.1', 'Host: a', 'Content-Type: application/json'];

function create(id: number, name = 'Fern', token = 'secret'): string {
  const body = JSON.stringify({ id, name });
  const own = [`Authorization: Bearer ${token}`, `Content-Length: ${body.length}`];
  return [...HEAD, ...own, '', body].join('\r\n');
}

/** A connection to each worker: it takes one while the others are stopped. */
async function openToEach({ url, pid }: ServingProcess): Promise<RawConnection[]> {
  const pids = childrenOf(pid);
  const opened: RawConnection[] = [];
  for (const one of pids) {
    const others = pids.filter((each) => each !== one);
    for (const each of others) process.kill(each, 'SIGSTOP');
    const connection = await RawConnection.open(url);
    await connection.write('GET /plants HTTP/1.1\r\nHost: a\r\n\r\n').response();
    opened.push(connection);
    for (const each of others) process.kill(each, 'SIGCONT');
  }
  return opened;
}

interface Line {
  readonly msg: string;
  readonly managementUrl?: string;
  readonly workers?: number;
  readonly signal?: string;
}

/** Each line is whole, or JSON.parse throws. */
const linesOf = ({ output }: ServingProcess): Line[] =>
  output.stderr
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);

const managementUrlOf = (service: ServingProcess): string =>
  linesOf(service).find(({ msg }) => msg === 'listening')!.managementUrl!;

async function said(service: ServingProcess, text: string, times = 1): Promise<void> {
  while (service.output.stderr.split(text).length <= times) await sleep(5);
}

async function end(service: ServingProcess): Promise<void> {
  service.kill('SIGTERM');
  expect(await service.closed).toBe(0);
}

/** Clients that create plants one after the other, on connections of their own, until they are ended. */
class Creates {
  readonly acknowledged = new Set<number>();
  readonly statuses = new Map<number, number>();
  lost = 0;
  private last = 0;
  private isEnding = false;
  private readonly clients: Promise<void>[];

  constructor(private readonly url: string) {
    this.clients = Array.from({ length: 8 }, () => this.run());
  }

  async after(count: number): Promise<void> {
    const wanted = this.acknowledged.size + count;
    while (this.acknowledged.size < wanted) await sleep(1);
  }

  async end(): Promise<void> {
    this.isEnding = true;
    await Promise.all(this.clients);
  }

  private async run(): Promise<void> {
    let connection: RawConnection | undefined;
    while (!this.isEnding) {
      if (connection?.isOpen !== true) connection = await RawConnection.open(this.url);
      const id = ++this.last;
      try {
        const { status, headers } = await connection.write(create(id)).response();
        this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
        if (status === 200) this.acknowledged.add(id);
        if (headers.connection?.includes('close') === true) connection = undefined;
      } catch (error) {
        if (!(error instanceof ConnectionLostError)) throw error;
        this.lost++;
      }
    }
    connection?.abort();
  }
}

async function stored(): Promise<Set<number>> {
  const { stdout } = await workplace.run(['export']);
  const lines = stdout.split('\n').filter(Boolean);
  return new Set(lines.map((line) => (JSON.parse(line) as { id: number }).id));
}

onLinux('says once how many listen, and loses nothing when any of them is killed', async () => {
  const service = await workplace.serve({ ACCESS_TOKENS: 'secret', LOG_LEVEL: 'info' }, {}, [
    '--workers',
    '2',
  ]);
  expect(childrenOf(service.pid)).toHaveLength(2);
  const creates = new Creates(service.url);
  for (let kills = 1; kills <= 4; kills++) {
    await creates.after(50);
    process.kill(childrenOf(service.pid)[kills % 2]!, 'SIGKILL');
    await creates.after(50);
    await said(service, 'another worker listens in its place', kills);
  }
  await creates.end();
  await end(service);
  expect(service.output.stdout).toBe(
    `plant-store listens on ${service.url} with 2 workers and keeps its plants in sqlite:data/plants.db\n`,
  );
  expect([...creates.statuses.keys()]).toEqual([200]);
  expect(creates.lost).toBeGreaterThan(0);
  const kept = await stored();
  expect([...creates.acknowledged].filter((id) => !kept.has(id))).toEqual([]);
  const lines = linesOf(service);
  const listening = lines.filter(({ msg }) => msg === 'listening');
  expect(listening).toMatchObject([{ workers: 2, url: service.url }]);
  const ends = lines.filter(({ msg }) => msg === 'a worker ended');
  expect(ends.map(({ signal }) => signal)).toEqual(Array(4).fill('SIGKILL'));
  expect(lines.filter(({ msg }) => msg === 'request').length).toBeGreaterThan(400);
});

onLinux('tells the first token although the worker that began is killed', async () => {
  const others = childrenOf(process.pid);
  const starting = workplace.serve({ WORKERS: '2', LOG_LEVEL: 'info' });
  const pid = childrenOf(process.pid).find((each) => !others.includes(each))!;
  while (childrenOf(pid).length < 2) await sleep(1);
  process.kill(childrenOf(pid)[0]!, 'SIGKILL');
  const service = await starting;
  const file = path.join(workplace.folder, 'data', 'first-token');
  while (!service.output.stdout.includes(`\n  ${file}\n`)) await sleep(5);
  const token = readFileSync(file, 'utf8').trim();
  const connection = await RawConnection.open(service.url);
  const response = await connection.write(create(1, 'Fern', token)).response();
  expect(response).toMatchObject({ status: 200 });
  connection.abort();
  await end(service);
});

onLinux(
  'keeps one plant under an id that several are asked to create, and sees tokens of commands at once',
  async () => {
    const service = await serve({ ACCESS_TOKENS: '' });
    const make = await workplace.run(['token', 'create', '--label', 'x']);
    const token = make.stdout.trim();
    const connections = await openToEach(service);
    const all = (id: number): Promise<RawResponse[]> =>
      Promise.all(
        connections.map((each, index) => each.write(create(id, `Fern ${index}`, token)).response()),
      );
    for (let id = 1; id <= 20; id++) {
      const statuses = (await all(id)).map(({ status }) => status).sort();
      expect(statuses).toEqual([200, 400]);
    }
    const list = await workplace.run(['token', 'list']);
    const [id = ''] = list.stdout
      .split('\n')
      .find((line) => line.endsWith('"x"'))!
      .split(' ');
    expect((await workplace.run(['token', 'revoke', id])).code).toBe(0);
    expect((await all(99)).map(({ status }) => status)).toEqual([401, 401]);
    for (const each of connections) each.abort();
    await end(service);
  },
);

onLinux('replaces the workers at SIGHUP, and neither refuses nor cuts a request', async () => {
  const service = await serve();
  const before = childrenOf(service.pid);
  const creates = new Creates(service.url);
  const idle = await RawConnection.open(service.url);
  for (let rounds = 1; rounds <= 3; rounds++) {
    await creates.after(50);
    service.kill('SIGHUP');
    await said(service, 'the workers are replaced', rounds);
  }
  await creates.after(50);
  await creates.end();
  expect([...creates.statuses.keys()]).toEqual([200]);
  expect(creates.lost).toBe(0);
  const after = childrenOf(service.pid);
  expect(after).toHaveLength(2);
  expect(after.filter((pid) => before.includes(pid))).toEqual([]);
  expect(await idle.closed()).toBe('');
  await end(service);
  expect(await stored()).toEqual(creates.acknowledged);
});

onLinux('sums the metrics of all, those of workers that are no more included', async () => {
  const service = await serve({ MANAGEMENT_PORT: '0' });
  const managementUrl = managementUrlOf(service);
  const name = 'http_requests_total{operation="createPlant",status="200"}';
  const buckets =
    'http_request_duration_seconds_bucket{le="+Inf",operation="createPlant",status="200"}';
  const connections = await openToEach(service);
  let id = 0;
  const createAll = async (): Promise<void> => {
    for (const each of connections) {
      expect(await each.write(create(++id)).response()).toMatchObject({ status: 200 });
    }
  };
  await createAll();
  for (let times = 0; times < 4; times++) {
    const { values } = await readMetrics(managementUrl);
    expect([values.get(name), values.get(buckets)]).toEqual([2, 2]);
    expect(values.get('store_commit_duration_seconds_count{outcome="done"}')).toBe(2);
  }
  await createAll();
  service.kill('SIGHUP');
  await said(service, 'the workers are replaced');
  const headers = { accept: 'application/openmetrics-text; version=1.0.0', connection: 'close' };
  const { values } = await readMetrics(managementUrl, headers);
  expect(values.get(name)).toBe(4);
  await end(service);
});

onLinux('counts a worker once that is killed while it is asked for its metrics', async () => {
  const service = await serve({ MANAGEMENT_PORT: '0' });
  const counted = async (): Promise<number | undefined> => {
    const { values } = await readMetrics(managementUrlOf(service), { connection: 'close' });
    return values.get('http_requests_total{operation="createPlant",status="200"}');
  };
  let id = 0;
  for (let kills = 1; kills <= 3; kills++) {
    const connections = await openToEach(service);
    for (const each of connections) await each.write(create(++id)).response();
    expect(await counted()).toBe(2 * kills);
    const [pid = 0] = childrenOf(service.pid);
    process.kill(pid, 'SIGSTOP');
    const scrape = counted();
    // The other worker has asked the first process by then.
    await sleep(50);
    process.kill(pid, 'SIGKILL');
    expect(await scrape).toBe(2 * kills);
    await said(service, 'another worker listens in its place', kills);
    expect(await counted()).toBe(2 * kills);
    for (const each of connections) each.abort();
  }
  await end(service);
});

onLinux('holds RATE_LIMIT for all workers together', async () => {
  const quota = 500;
  const service = await serve({ RATE_LIMIT: `token=${quota}/d`, LOG_LEVEL: 'warn' });
  let id = 0;
  const useUp = async (connection: RawConnection): Promise<number> => {
    for (let taken = 0; ; taken++) {
      const { status } = await connection.write(create(++id)).response();
      if (status !== 200) return taken;
    }
  };
  const [one, other] = await openToEach(service);
  expect(await useUp(one!)).toBe(quota);
  // It may be some 20 ms until it knows.
  expect(await useUp(other!)).toBeLessThan(quota / 2);
  await end(service);
});

it('is not ready for SHUTDOWN_DELAY_MS after a signal, and a second one ends all of it', async () => {
  const service = await serve({ SHUTDOWN_DELAY_MS: '3600000' });
  const pids = isLinux ? childrenOf(service.pid) : [];
  service.kill('SIGTERM');
  const connection = await RawConnection.open(service.url);
  const READY = 'GET /-/ready HTTP/1.1\r\nHost: a\r\n\r\n';
  for (;;) {
    const { status, body } = await connection.write(READY).response();
    if (status === 200) continue;
    expect(JSON.parse(body)).toEqual({ status: 'not ready', reason: 'shutting down' });
    break;
  }
  expect(await connection.write(create(1)).response()).toMatchObject({ status: 200 });
  service.kill('SIGTERM');
  expect(await service.closed).toBeNull();
  while (pids.some((pid) => existsSync(`/proc/${pid}`))) await sleep(5);
});

onLinux('ends as a whole when the first process is killed, or its terminal closes', async () => {
  const service = await serve();
  const pids = childrenOf(service.pid);
  service.kill('SIGKILL');
  await service.closed;
  while (pids.some((pid) => existsSync(`/proc/${pid}`))) await sleep(5);
  const other = await serve();
  for (const pid of [other.pid, ...childrenOf(other.pid)]) process.kill(pid, 'SIGHUP');
  expect(await other.closed).toBeNull();
});

onLinux('has one for each processor by auto', async () => {
  const service = await workplace.serve({ ACCESS_TOKENS: 'secret' }, {}, ['--workers', 'auto']);
  const count = availableParallelism();
  expect(childrenOf(service.pid)).toHaveLength(count === 1 ? 0 : count);
  await end(service);
});

it.each([
  [
    '--workers',
    ['--workers', '0'],
    {},
    '--workers must be "auto" or a whole number from 1 to 1000, not "0"',
  ],
  [
    'WORKERS',
    [],
    { WORKERS: 'x' },
    'WORKERS is "x", but must be "auto" or a whole number from 1 to 1000',
  ],
])('says what %s may be', async (_, args, env, message) => {
  const { stderr, stdout } = await workplace.run(['serve', ...args], env);
  expect({ stderr, stdout }).toEqual({ stderr: `plant-store: ${message}\n`, stdout: '' });
});

it('says once why it does not start', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const { code, stdout, stderr } = await workplace.run(['serve', '--workers', '2'], {
    PORT: String(port),
  });
  taken.close();
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: '',
    stderr: `plant-store: Cannot listen on 127.0.0.1:${port}: the port is in use; set PORT to another one, or to 0 for a free one\n`,
  });
});
