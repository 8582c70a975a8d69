import { randomUUID } from 'node:crypto';
import { openStore } from '../../../../src/plant-store/stores/open-store';
import { TablePlantStore } from '../../../../src/plant-store/stores/plant-table';
import { commitsOfShards } from '../../../../src/plant-store/stores/postgres/open';
import { PostgresPlants } from '../../../../src/plant-store/stores/postgres/plant-table';
import { PostgresPool } from '../../../../src/plant-store/stores/postgres/pool';
import { readSettings } from '../../../../src/plant-store/stores/postgres/settings';
import type { Store } from '../../../../src/plant-store/stores/store';
import { describeStore } from '../store-suite';
import { describePostgres, onServer } from './test-server';

/** Opens a store on a table that is not in shards, which creates plants as if it were. */
async function openAsOfShards(url: string, role: 'server' | 'tool'): Promise<Store> {
  const store = await openStore(url, { role });
  const settings = readSettings(url);
  const pool = new PostgresPool(settings);
  const plants = new TablePlantStore(new PostgresPlants(pool), commitsOfShards(settings.poolMax));
  return {
    ...store,
    plants,
    observe: (observer) => plants.observe(observer),
    close: async () => {
      await Promise.all([store.close(), pool.close()]);
    },
  };
}

/** How many commits creates take that come together. */
async function commitsOf(store: Store, creates: number): Promise<number> {
  let commits = 0;
  store.observe({ queued: () => undefined, committed: () => commits++ });
  const ids = Array.from({ length: creates }, (_, id) => BigInt(id));
  await Promise.all(ids.map((id) => store.plants.create({ id, name: 'Fern' })));
  return commits;
}

describePostgres('over a real server without shards', (server) => {
  describeStore('a PostgreSQL store that creates plants one by one', async () => {
    const url = await server().createDatabase();
    return {
      open: (role) => openAsOfShards(url, role),
      clear: async () => {
        await server().query(url, 'DELETE FROM plants; DELETE FROM tokens');
      },
      remove: () => server().dropDatabase(url),
    };
  });

  it('a store takes creates that come together in one commit', async () => {
    const url = await server().createDatabase();
    const store = await openStore(url, { role: 'server' });
    expect(await commitsOf(store, 40)).toBe(1);
    await store.close();
    await server().dropDatabase(url);
  });
});

/** A database on the coordinator of a Citus cluster with workers, whose user may make schemas in it. */
const CITUS_URL = process.env.TEST_CITUS_URL ?? '';
if (CITUS_URL === '') {
  process.stderr.write('skipped: tests over Citus, since TEST_CITUS_URL names no database\n');
}

(CITUS_URL === '' ? describe.skip : describe)('over Citus (TEST_CITUS_URL)', () => {
  const server = onServer(CITUS_URL);

  /** Makes a schema whose tables are as docs/postgresql.md has them. */
  async function createSchema(): Promise<{ url: string; schema: string }> {
    const schema = `test_${randomUUID().replaceAll('-', '')}`;
    const url = new URL(CITUS_URL);
    url.searchParams.set('options', `-csearch_path=${schema}`);
    await server.query(CITUS_URL, `CREATE SCHEMA ${schema}`);
    await (await openStore(url.href, { role: 'server' })).close();
    await server.query(url.href, "SELECT create_distributed_table('plants', 'id')");
    return { url: url.href, schema };
  }

  describeStore('a store in shards', async () => {
    const { url, schema } = await createSchema();
    return {
      hasSnapshots: false,
      open: (role) => openStore(url, { role }),
      clear: async () => {
        await server.query(url, 'DELETE FROM plants; DELETE FROM tokens');
      },
      remove: async () => {
        await server.query(CITUS_URL, `DROP SCHEMA ${schema} CASCADE`);
      },
    };
  });

  it('a store takes each create in a commit of its own', async () => {
    const { url, schema } = await createSchema();
    const store = await openStore(url, { role: 'server' });
    expect(await commitsOf(store, 40)).toBe(40);
    await store.close();
    await server.query(CITUS_URL, `DROP SCHEMA ${schema} CASCADE`);
  });
});
