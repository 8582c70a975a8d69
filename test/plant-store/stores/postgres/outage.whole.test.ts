import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { UnavailableError } from '../../../../src/runtime/contract/failure';
import type { Plant } from '../../../../src/plant-store/plants/plant-store';
import { openStore } from '../../../../src/plant-store/stores/open-store';
import type { Store } from '../../../../src/plant-store/stores/store';
import { Network } from '../../../lab/postgres/network';
import { collect } from '../collect';
import { describeOwnPostgres } from './test-server';
import { until } from '../../../support/waiting';

describeOwnPostgres('a PostgreSQL that goes away and comes back', (server) => {
  let store: Store;
  let url: string;

  beforeEach(async () => {
    url = await server().createDatabase();
    store = await openStore(`${url}?statement_timeout=300&connect_timeout=1`, { role: 'server' });
  });
  afterEach(() => store.close());

  const isUnavailable = (error: unknown): boolean => error instanceof UnavailableError;

  async function unavailable(work: Promise<unknown>): Promise<void> {
    await expect(work).rejects.toThrow(UnavailableError);
  }

  it.each([
    ['stopped at once', () => server().stop('immediate')],
    ['stopped', () => server().stop('fast')],
    ['killed', () => server().kill()],
  ])('keeps what was acknowledged when it is %s under load', async (_name, end) => {
    const acknowledged = new Map<bigint, Plant>();
    const inDoubt: Plant[] = [];
    let last = 0n;
    let isOver = false;
    const client = async (): Promise<void> => {
      while (!isOver) {
        const plant = { id: last++, name: `Fern ${last}`, tag: '\0' };
        try {
          expect(await store.plants.create(plant)).toBe('created');
          acknowledged.set(plant.id, plant);
        } catch (error) {
          expect(error).toBeInstanceOf(UnavailableError);
          inDoubt.push(plant);
          await sleep(10);
        }
      }
    };
    const clients = Promise.all(Array.from({ length: 32 }, client));
    const listing = collect(store.plants.list()).catch((error: unknown) => error);
    await until(() => acknowledged.size > 0);
    await end();
    await until(() => inDoubt.length > 0);
    await unavailable(store.ping());
    const before = acknowledged.size;
    await server().start();
    await until(() => acknowledged.size > before);
    isOver = true;
    await clients;
    expect([await listing].every((end) => Array.isArray(end) || isUnavailable(end))).toBe(true);
    const verdicts = await store.plants.createAll(inDoubt);
    expect(verdicts.every((verdict) => verdict === 'created' || verdict === 'same')).toBe(true);
    for (const plant of inDoubt) acknowledged.set(plant.id, plant);
    const kept = await collect(store.plants.list());
    expect(kept).toEqual([...acknowledged.values()].sort((a, b) => (a.id < b.id ? -1 : 1)));
  });

  it('is unavailable while it cannot be written, or has lost a right, and then goes on', async () => {
    const database = new URL(url).pathname.slice(1);
    const end = (): Promise<unknown> =>
      server().query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`,
      );
    await server().query(`ALTER DATABASE ${database} SET default_transaction_read_only = on`);
    await end();
    await unavailable(create(1n));
    await server().query(`ALTER DATABASE ${database} RESET default_transaction_read_only`);
    await server().query('ALTER TABLE plants RENAME TO elsewhere', database);
    await end();
    await unavailable(create(2n));
    await unavailable(store.ping());
    await server().query('ALTER TABLE elsewhere RENAME TO plants', database);
    expect(await create(3n)).toBe('created');
  });

  it('is unavailable while a statement takes too long, and then goes on', async () => {
    const blocker = new Client({ connectionString: url });
    await blocker.connect();
    await blocker.query('BEGIN; LOCK TABLE plants IN ACCESS EXCLUSIVE MODE');
    // The lock lasts longer.
    await unavailable(create(1n));
    await blocker.end();
    expect(await create(1n)).toBe('created');
  });

  it('is unavailable while there are too many connections, and then goes on', async () => {
    const database = new URL(url).pathname.slice(1);
    await server().query(`CREATE ROLE few LOGIN PASSWORD 'few' CONNECTION LIMIT 1`);
    await server().query('GRANT ALL ON ALL TABLES IN SCHEMA public TO few', database);
    const few = Object.assign(new URL(url), { username: 'few', password: 'few' });
    await server().query('ALTER ROLE few CONNECTION LIMIT 2');
    const other = await openStore(`${few.href}?pool_max=1`, { role: 'server' });
    await server().query('ALTER ROLE few CONNECTION LIMIT 1');
    // A listing has a connection of its own.
    await unavailable(collect(other.plants.list()));
    await server().query('ALTER ROLE few CONNECTION LIMIT 2');
    expect(await collect(other.plants.list())).toEqual([]);
    await other.close();
  });

  it('is unavailable while the network says nothing, and closes all the same', async () => {
    const network = await Network.before(server().port);
    const through = Object.assign(new URL(url), { port: String(network.port) });
    const other = await openStore(`${through.href}?statement_timeout=100&connect_timeout=1`, {
      role: 'server',
    });
    expect(await other.plants.create({ id: 1n, name: 'Fern' })).toBe('created');
    const listing = other.plants.list()[Symbol.asyncIterator]();
    await listing.next();
    network.silence();
    await unavailable(other.plants.create({ id: 2n, name: 'Fern' }));
    await unavailable(other.ping());
    network.restore();
    expect(await other.plants.create({ id: 2n, name: 'Fern' })).toMatch(/^(created|same)$/);
    network.silence();
    await other.close();
    network.end();
  });

  it('waits at close for what is under way', async () => {
    const creates = Array.from({ length: 500 }, (_, id) => create(BigInt(id)));
    // Those that have come meanwhile are under way then.
    await creates[0];
    await store.close();
    const results = await Promise.allSettled(creates);
    const created = results.filter(({ status }) => status === 'fulfilled');
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(UnavailableError);
    }
    const rows = await server().query('TABLE plants', new URL(url).pathname.slice(1));
    expect(rows).toHaveLength(created.length);
    expect(created.length).toBeGreaterThan(0);
  });

  function create(id: bigint): Promise<string> {
    return store.plants.create({ id, name: 'Fern' });
  }
});
