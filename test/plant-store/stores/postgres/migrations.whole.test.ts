import { openStore } from '../../../../src/plant-store/stores/open-store';
import { migrate, migrations } from '../../../../src/plant-store/stores/postgres/migrations';
import { PostgresPool } from '../../../../src/plant-store/stores/postgres/pool';
import { readSettings } from '../../../../src/plant-store/stores/postgres/settings';
import type { Store } from '../../../../src/plant-store/stores/store';
import { collect } from '../collect';
import { describePostgres } from './test-server';

/** Engines without locks either say so or do nothing. */
const noLocks: [name: string, body: string][] = [
  [
    'that have no locks',
    `LANGUAGE plpgsql AS $$ BEGIN RAISE 'not implemented' USING ERRCODE = '0A000'; END $$`,
  ],
  ['whose locks do nothing', 'LANGUAGE sql AS $$ SELECT $$'],
];

describePostgres('migrations', (server) => {
  let url: string;
  const query = (sql: string): Promise<Record<string, unknown>[]> => server().query(url, sql);

  beforeEach(async () => {
    url = await server().createDatabase();
  });
  afterEach(() => server().dropDatabase(url));

  async function takeSteps(steps: readonly string[]): Promise<void> {
    const pool = new PostgresPool(readSettings(url));
    try {
      await migrate(pool, { name: 'x', mustExist: false, steps });
    } finally {
      await pool.close();
    }
  }

  async function openAndClose(options: { mustExist?: boolean } = {}): Promise<void> {
    await (await openStore(url, { role: 'server', ...options })).close();
  }

  async function openAtOnce(count: number): Promise<void> {
    const opening = Array.from({ length: count }, () => openStore(url, { role: 'server' }));
    const stores = await Promise.all(opening);
    const create = ({ plants }: Store, id: number): Promise<string> =>
      plants.create({ id: BigInt(id), name: 'Fern' });
    expect(new Set(await Promise.all(stores.map(create)))).toEqual(new Set(['created']));
    expect(await collect(stores[0]!.plants.list())).toHaveLength(count);
    for (const store of stores) await store.close();
    expect(await query('SELECT step FROM plant_store_steps ORDER BY step')).toEqual(
      migrations.map((_, index) => ({ step: index + 1 })),
    );
  }

  it('are taken once by eight stores that open at once', () => openAtOnce(8));

  it.each(noLocks)('are taken once also on engines %s', async (_name, body) => {
    await query('CREATE SCHEMA nolock');
    await query(`CREATE FUNCTION nolock.pg_advisory_xact_lock(bigint) RETURNS void ${body}`);
    url += '?options=-csearch_path%3Dnolock%2Cpg_catalog';
    await openAtOnce(8);
  });

  it('are those that an older database lacks, and keep its rows', async () => {
    await takeSteps(migrations.slice(0, 1));
    await query(`INSERT INTO plants VALUES (1, 'Fern', NULL)`);
    await takeSteps([...migrations, 'ALTER TABLE plants ADD COLUMN IF NOT EXISTS note text']);
    expect(await query('TABLE plants')).toEqual([{ id: '1', name: 'Fern', tag: null, note: null }]);
    expect(await query('SELECT max(step) FROM plant_store_steps')).toEqual([
      { max: migrations.length + 1 },
    ]);
  });

  it('give the tokens of an older database no scopes and no last use', async () => {
    await takeSteps(migrations.slice(0, 2));
    const hash = `'\\x${'00'.repeat(32)}'`;
    await query(`INSERT INTO tokens VALUES ('one', ${hash}, 'ci', 1000, NULL, NULL, 1)`);
    const store = await openStore(url, { role: 'server' });
    const token = { id: 'one', hash: Buffer.alloc(32), label: 'ci', createdAt: new Date(1_000) };
    expect(await store.tokens.list()).toStrictEqual([{ ...token, scopes: [] }]);
    await store.close();
  });

  it('leave nothing of a step that fails', async () => {
    await takeSteps(migrations);
    const broken = [...migrations, 'CREATE TABLE half (a int)', 'TABLE nowhere'];
    await expect(takeSteps(broken)).rejects.toThrow('relation "nowhere" does not exist');
    await expect(query('TABLE half')).rejects.toThrow('does not exist');
    await openAndClose();
  });

  it('are not taken where there must be tables', async () => {
    await expect(openAndClose({ mustExist: true })).rejects.toThrow(
      /^Cannot open the store "postgres:\/\/.*": it has no plants; name the one that the service uses$/,
    );
    expect(await query(`SELECT 1 FROM pg_tables WHERE schemaname = 'public'`)).toEqual([]);
    await openAndClose();
    await openAndClose({ mustExist: true });
  });

  it('refuse a newer database', async () => {
    await openAndClose();
    await query(`INSERT INTO plant_store_steps VALUES (${migrations.length + 1})`);
    await expect(openAndClose()).rejects.toThrow(
      'its version 4 is newer than 3, the newest that this release knows; run a newer release',
    );
  });

  it("refuse another application's tables, untouched", async () => {
    await query('CREATE TABLE plants (id bigint PRIMARY KEY, name text)');
    await expect(openAndClose()).rejects.toThrow(
      'it has tables "plants" or "tokens" of another application; name another database, or another schema by options=-csearch_path%3DSCHEMA',
    );
    await expect(query('TABLE tokens')).rejects.toThrow('does not exist');
    await query('CREATE SCHEMA garden');
    url += '?options=-csearch_path%3Dgarden';
    await openAndClose();
  });

  it('refuse a database whose tables were altered by hand', async () => {
    await openAndClose();
    await query('ALTER TABLE plants RENAME COLUMN tag TO kind');
    await expect(openAndClose()).rejects.toThrow(
      /^Cannot open the store .*: column "tag" does not exist$/,
    );
  });
});
