import { UnavailableError } from '../../contract/failure';
import type { Store } from '../store';
import type { StoreOptions } from '../store-options';
import { Connection } from './connection';
import { toOpenError } from './errors';
import { SqlitePlantStore } from './plant-store';
import { SqliteTokenStore } from './token-store';

/**
 * Opens a SQLite file as a store. Its calls do their work before they return, so nothing is under
 * way at `close` but listings: each ends with `UnavailableError` at its next page.
 *
 * @param path absolute or relative to the working directory, without NUL, which aborts the driver
 * @throws StoreOpenError with one line for the operator
 */
export async function openSqliteStore(path: string, options: StoreOptions): Promise<Store> {
  const connection = await Connection.open(path, options);
  try {
    const store = assemble(connection);
    await store.ping();
    return store;
  } catch (error) {
    connection.close();
    throw toOpenError(error instanceof UnavailableError ? error.cause : error, path);
  }
}

/** Compiles the statements, which finds out whether the tables are what they should be. */
function assemble(connection: Connection): Store {
  const probe = connection.prepare('SELECT 1 FROM plants LIMIT 1');
  return {
    plants: new SqlitePlantStore(connection),
    tokens: new SqliteTokenStore(connection),
    ping: () =>
      connection.run(() => {
        probe.get();
      }),
    close: () => {
      connection.close();
      return Promise.resolve();
    },
  };
}
