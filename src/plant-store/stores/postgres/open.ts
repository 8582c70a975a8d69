import { resolve } from 'node:path';
import type { Concurrency } from '../batches';
import { TablePlantStore } from '../plant-table';
import { writeBackup } from '../private-file';
import { type Store, type StoreOptions, StoreOpenError } from '../store';
import { TableTokenStore } from '../token-table';
import { assertWorkersExact, hasShards } from './citus';
import { PostgresCounters } from './counter-table';
import { toOpenError } from './errors';
import { migrate } from './migrations';
import { PostgresPlants } from './plant-table';
import { PostgresPool } from './pool';
import { readSettings, type PostgresSettings } from './settings';
import { copyToSqlite } from './snapshot';
import { PostgresTokens } from './token-table';

/**
 * One at a time, until something delays it: a row that another transaction is adding, or a slow disk. Then a second one
 * keeps the other creates going. Two at a time from the start would be half as large, which costs a quarter of the
 * creates per second at 64 connections.
 */
const COMMITS: Concurrency = { maxUnderWay: 2, patienceMs: 25 };
/** A lookup takes no lock, but may use a connection that is lost. */
const LOOKUPS: Concurrency = { maxUnderWay: 2, patienceMs: 25 };

/**
 * For a table in shards: each create separately, as many at once as there are connections, except those for lookups,
 * which continue while a server with shards is silent.
 */
export function commitsOfShards(poolMax: number): Concurrency {
  return { maxItems: 1, maxUnderWay: Math.max(1, poolMax - LOOKUPS.maxUnderWay) };
}

const PROBE = 'SELECT 1 FROM plants LIMIT 1';

/**
 * Opens a PostgreSQL database as a store, which any number of processes may share.
 *
 * @param databaseUrl the syntax of `readSettings`
 * @param tell called with lines for the operator's log, during opening and afterwards
 * @throws StoreOpenError with one line for the operator, also when the server is unreachable
 */
export async function openPostgresStore(
  databaseUrl: string,
  { role, mustExist = false }: StoreOptions,
  tell?: (line: string) => void,
): Promise<Store> {
  const settings = readSettings(databaseUrl);
  const { name } = settings;
  const pool = new PostgresPool(settings);
  const plants = new PostgresPlants(pool);
  const tokens = new PostgresTokens(pool);
  let commits = COMMITS;
  try {
    await assertExact(pool, name);
    await migrate(pool, { name, mustExist });
    await pool.query('SELECT id, name, tag FROM plants LIMIT 0');
    await tokens.findByHash([]);
    if (await hasShards(pool)) {
      await assertWorkersExact(pool, name);
      commits = commitsOfShards(settings.poolMax);
    }
    if (role === 'server') for (const line of await findWeaknesses(pool, settings)) tell?.(line);
  } catch (error) {
    await pool.close();
    throw toOpenError(error, settings);
  }
  const store = new TablePlantStore(plants, commits);
  return {
    plants: store,
    tokens: new TableTokenStore(tokens, LOOKUPS),
    counters: new PostgresCounters(pool),
    observe: (observer) => {
      store.observe(observer);
    },
    ping: () => pool.ping(PROBE),
    backup: (file) => writeBackup(resolve(file), (partial) => copyToSqlite(pool, partial)),
    close: () => pool.close(),
  };
}

/**
 * Refuses a database that would lose characters or acknowledged commits.
 *
 * @throws StoreOpenError; UnavailableError
 */
export async function assertExact(pool: PostgresPool, name: string): Promise<void> {
  const encoding = await readSetting(pool, 'server_encoding');
  if (encoding !== 'UTF8') {
    const problem = `its encoding is ${encoding}; name a database made with ENCODING 'UTF8'`;
    throw new StoreOpenError(name, problem);
  }
  if ((await readSetting(pool, 'synchronous_commit')) === 'off') {
    throw new StoreOpenError(
      name,
      'its synchronous_commit is off, which may lose what clients were told is stored; switch it on for the user or the database',
    );
  }
}

/**
 * Finds settings that work, but provide less than the URL suggests.
 *
 * @returns a line for each, with the remedy
 * @throws UnavailableError
 */
export async function findWeaknesses(
  pool: PostgresPool,
  settings: PostgresSettings,
): Promise<readonly string[]> {
  const lines: string[] = [];
  const { statementTimeoutMs, user } = settings;
  if (statementTimeoutMs > 0 && (await readSetting(pool, 'statement_timeout')) === '0') {
    lines.push(
      `the database has no statement_timeout, though the URL sets ${statementTimeoutMs} ms, probably because a pooler ignores it: ALTER ROLE "${user}" SET statement_timeout = ${statementTimeoutMs}`,
    );
  }
  return lines;
}

async function readSetting(pool: PostgresPool, setting: string): Promise<string> {
  const [row] = await pool.query(`SHOW ${setting}`);
  return String(row?.[0]);
}
