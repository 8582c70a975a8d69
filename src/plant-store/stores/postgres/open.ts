import { resolve } from 'node:path';
import { writeBackup } from '../backup-file';
import type { Concurrency } from '../batches';
import type { Store } from '../store';
import type { StoreOptions } from '../store-options';
import { TablePlantStore } from '../table-plant-store';
import { TableTokenStore } from '../table-token-store';
import { assertExact, findWeaknesses } from './assurances';
import { copyToSqlite } from './backup';
import { PostgresCounters } from './counter-table';
import { toOpenError } from './errors';
import { migrate } from './migrations';
import { PostgresPlants } from './plant-table';
import { PostgresPool } from './pool';
import { readSettings } from './settings';
import { PostgresTokens } from './token-table';

/**
 * One at a time, until it takes so long that something holds it up: a row that another transaction is
 * adding, or a slow disk. Then a second one keeps the other creates going. Two at a time from the start
 * are half as large, which costs a quarter of the creates per second at 64 connections.
 */
const COMMITS: Concurrency = { maxUnderWay: 2, patienceMs: 25 };
/** A lookup takes no lock, but may meet a connection that is gone. */
const LOOKUPS: Concurrency = { maxUnderWay: 2, patienceMs: 25 };

const PROBE = 'SELECT 1 FROM plants LIMIT 1';

/**
 * Opens a PostgreSQL database as a store; any number of processes may have it open.
 *
 * @param databaseUrl as `readSettings` takes it
 * @param tell gets lines for the operator's log, while it is opened and afterwards
 * @throws StoreOpenError with one line for the operator, also when the server cannot be reached now
 */
export async function openPostgresStore(
  databaseUrl: string,
  { role, mustExist = false }: StoreOptions,
  tell?: (line: string) => void,
): Promise<Store> {
  const settings = readSettings(databaseUrl);
  const { name } = settings;
  const pool = new PostgresPool(settings, tell);
  const plants = new PostgresPlants(pool);
  const tokens = new PostgresTokens(pool);
  try {
    await assertExact(pool, name);
    await migrate(pool, { name, mustExist });
    await pool.query('SELECT id, name, tag FROM plants LIMIT 0');
    await tokens.findByHash([]);
    if (role === 'server') for (const line of await findWeaknesses(pool, settings)) tell?.(line);
  } catch (error) {
    await pool.close();
    throw toOpenError(error, settings);
  }
  const store = new TablePlantStore(plants, COMMITS);
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
