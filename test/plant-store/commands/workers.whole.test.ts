import { existsSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf } from '../../lab/child-processes';
import { readMetrics } from '../../support/log-lines';
import { type ServingProcess, Workplace } from '../../support/plant-store-process';
import { ConnectionLostError, RawConnection } from '../../support/raw-connection';
import { describePostgres } from '../stores/postgres/test-server';
import { itEach } from '../../support/it-each';

/** The plant store served by several processes on a PostgreSQL database. */

const onLinux = existsSync('/proc/self/task') ? it : it.skip;

let workplace: Workplace;
beforeEach(() => (workplace = new Workplace()));
afterEach(() => workplace.remove());

const HEAD = ['POST /plants HTTP/1.1', 'Host: a', 'Content-Type: application/json'];

function create(id: number, name = 'Fern', token = 'secret'): string {
  const body = JSON.stringify({ id, name });
  const own = [`Authorization: Bearer ${token}`, `Content-Length: ${body.length}`];
  return [...HEAD, ...own, '', body].join('\r\n');
}

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

describePostgres('workers', (server) => {
  let url = '';
  beforeEach(async () => (url = await server().createDatabase()));
  afterEach(() => server().dropDatabase(url));

  const serve = (env: Readonly<Record<string, string>> = {}): Promise<ServingProcess> =>
    workplace.serve({ DATABASE_URL: url, ACCESS_TOKENS: 'secret', LOG_LEVEL: 'info', ...env }, {}, [
      '--workers',
      '2',
    ]);

  async function stored(): Promise<Set<number>> {
    const { stdout } = await workplace.run(['export'], { DATABASE_URL: url });
    const lines = stdout.split('\n').filter(Boolean);
    return new Set(lines.map((line) => (JSON.parse(line) as { id: number }).id));
  }

  onLinux('says once how many listen, and loses nothing when any of them is killed', async () => {
    const service = await serve();
    expect(childrenOf(service.pid)).toHaveLength(2);
    const creates = new Creates(service.url);
    for (let kills = 1; kills <= 4; kills++) {
      await creates.after(50);
      process.kill(childrenOf(service.pid)[kills % 2]!, 'SIGKILL');
      await creates.after(50);
      await said(service, 'another worker listens in its place', kills);
    }
    await creates.end();
    const { values } = await readMetrics(service.url, { connection: 'close' });
    expect(values.get('store_commit_duration_seconds_count{outcome="done"}')).toBeGreaterThan(0);
    await end(service);
    expect(service.output.stdout).toMatch(
      /^plant-store listens on http:\S+ with 2 workers and keeps its plants in \S+\n$/,
    );
    expect([...creates.statuses.keys()]).toEqual([200]);
    expect(creates.lost).toBeGreaterThan(0);
    const kept = await stored();
    expect([...creates.acknowledged].filter((id) => !kept.has(id))).toEqual([]);
    // Each line is whole, or JSON.parse throws.
    const lines = service.output.stderr
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { msg: string });
    const listening = lines.filter(({ msg }) => msg === 'listening');
    expect(listening).toMatchObject([{ workers: 2, url: service.url }]);
    const ends = lines.filter(({ msg }) => msg === 'a worker ended');
    expect(ends).toMatchObject(Array(4).fill({ signal: 'SIGKILL' }));
    expect(lines.filter(({ msg }) => msg === 'request').length).toBeGreaterThan(400);
  });

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

  it('hold RATE_LIMIT together, to the request', async () => {
    const quota = 50;
    const service = await serve({ RATE_LIMIT: `token=${quota}/d` });
    let id = 0;
    const statuses = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const connection = await RawConnection.open(service.url);
        const { status } = await connection.write(create(++id)).response();
        connection.abort();
        return status;
      }),
    );
    expect(statuses.filter((status) => status === 200).length).toBe(quota);
    await end(service);
  });

  onLinux('tell the first token although the worker that began is killed', async () => {
    const others = childrenOf(process.pid);
    const starting = serve({ ACCESS_TOKENS: '' });
    const pid = childrenOf(process.pid).find((each) => !others.includes(each))!;
    while (childrenOf(pid).length < 2) await sleep(1);
    process.kill(childrenOf(pid)[0]!, 'SIGKILL');
    const service = await starting;
    const file = path.join(workplace.folder, 'first-token');
    while (!service.output.stdout.includes(`\n  ${file}\n`)) await sleep(5);
    const token = readFileSync(file, 'utf8').trim();
    const connection = await RawConnection.open(service.url);
    const response = await connection.write(create(1, 'Fern', token)).response();
    expect(response).toMatchObject({ status: 200 });
    connection.abort();
    await end(service);
  });

  it('say once that the port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const env = { PORT: String(port), DATABASE_URL: url };
    expect(await workplace.run(['serve', '--workers', '2'], env)).toEqual({
      code: 1,
      stdout: '',
      stderr: `plant-store: Cannot listen on 127.0.0.1:${port}: the port is in use; set PORT to another one, or to 0 for a free one\n`,
    });
    taken.close();
  });
});

it('says once that the database is away', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  const DATABASE_URL = `postgres://a@127.0.0.1:${port}/a`;
  const { code, stdout, stderr } = await workplace.run(['serve'], { WORKERS: '2', DATABASE_URL });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^plant-store: [^\n]+\n$/);
  expect(stderr).toContain(`127.0.0.1:${port}`);
});

it.each([
  ['--workers', ['--workers', '2'], {}],
  ['WORKERS', [], { WORKERS: '2' }],
])('refuses %s where SQLite is the store', async (_, args, env) => {
  expect(await workplace.run(['serve', ...args], env)).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'plant-store: 2 workers (--workers or WORKERS) need a PostgreSQL database, since one process alone writes sqlite:data/plants.db; name one in DATABASE_URL, or serve with one process\n',
  });
  expect(existsSync(path.join(workplace.folder, 'data'))).toBe(false);
});

itEach({
  '--workers': [
    ['--workers', '0'],
    {},
    '--workers must be "auto" or a whole number from 1 to 1000, not "0"',
  ],
  WORKERS: [
    [],
    { WORKERS: 'x' },
    'WORKERS is "x", but must be "auto" or a whole number from 1 to 1000',
  ],
})('says what %s may be', async (_, args, env, message) => {
  const { stderr, stdout } = await workplace.run(['serve', ...args], env);
  expect({ stderr, stdout }).toEqual({ stderr: `plant-store: ${message}\n`, stdout: '' });
});
