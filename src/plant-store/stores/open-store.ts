import { requireDriver } from '../../cli/optional-packages';
import { DEFAULT_DATABASE_URL, type Store, StoreOpenError, type StoreOptions } from './store';
import type * as Postgres from './postgres/open';
import { isPostgresUrl, readSettings } from './postgres/settings';
import { openSqliteStore } from './sqlite/open';
import { shareDatabase, type SharedDatabase } from './sqlite/shared';

const SQLITE_SCHEME = 'sqlite:';
const ALLOWED = `name sqlite:PATH, such as ${DEFAULT_DATABASE_URL}, or postgres://USER:PASSWORD@HOST/DATABASE`;

/**
 * Opens the store that a database URL names, creating and migrating it when needed.
 *
 * @param databaseUrl `sqlite:PATH`, PATH absolute or relative to the working directory, where only the
 *   folder of the default is created; or `postgres://...` as libpq has it, with an existing database
 * @param tell gets lines for the operator's log, while the store is opened and afterwards
 * @throws StoreOpenError when the URL is of another kind or the database cannot be opened
 * @throws CommandError when its driver is not installed
 */
export async function openStore(
  databaseUrl: string,
  options: StoreOptions,
  tell?: (line: string) => void,
): Promise<Store> {
  if (isPostgresUrl(databaseUrl)) {
    requireDriver('pg', 'A PostgreSQL database');
    return loadPostgres().openPostgresStore(databaseUrl, options, tell);
  }
  if (databaseUrl.startsWith(SQLITE_SCHEME)) {
    requireDriver('libsql', 'A SQLite database');
    return openSqliteStore(sqlitePath(databaseUrl), options);
  }
  throw new StoreOpenError(withoutSecrets(databaseUrl), ALLOWED);
}

/**
 * Opens the database that several processes are to share, in the one that starts them.
 *
 * @returns undefined for one that each of them opens by itself
 * @throws StoreOpenError and CommandError, as {@link openStore} does
 */
export async function openShared(databaseUrl: string): Promise<SharedDatabase | undefined> {
  if (!databaseUrl.startsWith(SQLITE_SCHEME)) return undefined;
  requireDriver('libsql', 'A SQLite database');
  return shareDatabase(sqlitePath(databaseUrl));
}

/** Only where it is wanted: its driver takes a tenth of the start of a service that is on SQLite. */
function loadPostgres(): typeof Postgres {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- import() would need a flag under Jest
  return require('./postgres/open') as typeof Postgres;
}

/** What may be shown of the URL of an open store: all but passwords and parameters. */
export function storeName(databaseUrl: string): string {
  return isPostgresUrl(databaseUrl) ? readSettings(databaseUrl).name : databaseUrl;
}

/** The file of a store that is one, as the URL names it; undefined for other stores. */
export function sqliteFile(databaseUrl: string): string | undefined {
  return databaseUrl.startsWith(SQLITE_SCHEME) ? sqlitePath(databaseUrl) : undefined;
}

/** The path of a `sqlite:` URL, unless the driver would take it for something other than a file. */
function sqlitePath(databaseUrl: string): string {
  const path = databaseUrl.slice(SQLITE_SCHEME.length);
  if (path === '' || path === ':memory:') {
    throw new StoreOpenError(databaseUrl, `it names no file; ${ALLOWED}`);
  }
  if (path.startsWith('//')) {
    throw new StoreOpenError(databaseUrl, 'the path follows "sqlite:" without "//"');
  }
  if (path.includes('\0')) {
    throw new StoreOpenError(databaseUrl, 'a file name cannot contain NUL');
  }
  return path;
}

/** A URL may hold a password in several places and be malformed as well: only its scheme is safe. */
function withoutSecrets(databaseUrl: string): string {
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(databaseUrl)?.[0];
  if (scheme !== undefined) return `${scheme}...`;
  return /[@=]/.test(databaseUrl) ? '...' : databaseUrl;
}
