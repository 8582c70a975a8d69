import { resolve } from 'node:path';
import { writeBackup } from '../private-file';
import type { Concurrency } from '../batches';
import {
  MIN_ID,
  nextPageFrom,
  type PlantRow,
  type PlantTable,
  TablePlantStore,
} from '../plant-table';
import type { Store, StoreOptions } from '../store';
import { TableTokenStore, type TokenTable } from '../token-table';
import { rowsFromJson, rowsToJson, PAGE_ROWS } from './plant-table';
import { type SqliteCaller, SqliteThread } from './thread';

/** One commit at a time: the next batch grows during the disk write. */
const COMMITS: Concurrency = { maxUnderWay: 1 };
/** The thread runs lookups sequentially, before the next commit. */
const LOOKUPS: Concurrency = { maxUnderWay: Infinity };

/**
 * Opens a SQLite file as a store, in a separate thread.
 *
 * @param path absolute or relative to the working directory, without NUL, which aborts the driver
 * @throws StoreOpenError with one line for the operator
 */
export async function openSqliteStore(path: string, options: StoreOptions): Promise<Store> {
  const thread = new SqliteThread(path, options);
  try {
    await thread.call('open');
    return storeOn(thread);
  } catch (error) {
    await thread.close();
    throw error;
  }
}

/** A store on an open database. */
function storeOn(thread: SqliteCaller): Store {
  const plants = new TablePlantStore(plantTable(thread), COMMITS);
  return {
    plants,
    tokens: new TableTokenStore(tokenTable(thread), LOOKUPS),
    observe: (observer) => {
      plants.observe(observer);
    },
    ping: () => thread.call('ping'),
    backup: (file) => writeBackup(resolve(file), (partial) => thread.call('copyTo', partial)),
    close: () => thread.close(),
  };
}

function plantTable(thread: SqliteCaller): PlantTable {
  return {
    async insert(rows) {
      return rowsFromJson(await thread.call('insertPlants', rowsToJson(rows), rows.length));
    },
    pages: () => pages(thread),
  };
}

/**
 * Pages by id inside one read transaction. Pages, because the driver cannot end an iteration early: a caller that stops
 * would leave the transaction open until the statement is garbage-collected.
 */
async function* pages(thread: SqliteCaller): AsyncGenerator<PlantRow[], void, undefined> {
  const listing = await thread.call('openListing');
  try {
    for (let from: bigint | undefined = MIN_ID; from !== undefined;) {
      const rows: PlantRow[] = rowsFromJson(await thread.call('readPage', listing, from));
      yield rows;
      from = nextPageFrom(rows, PAGE_ROWS);
    }
  } finally {
    // The listing ends with the thread.
    await thread.call('closeListing', listing).catch(() => undefined);
  }
}

function tokenTable(thread: SqliteCaller): TokenTable {
  return {
    insert: (row) => thread.call('insertToken', row),
    findByHash: (hashes) => thread.call('findTokens', hashes),
    list: () => thread.call('listTokens'),
    revoke: (id, at) => thread.call('revokeToken', id, at),
    markUsed: (uses) => thread.call('markTokensUsed', uses),
  };
}
