import { requireDriver } from '../../cli/optional-packages';
import { DEFAULT_DATABASE_URL, type Store, StoreOpenError, type StoreOptions } from './store';
import type * as Postgres from './postgres/open';
import { isPostgresUrl, readSettings } from './postgres/settings';
import { openSqliteStore } from './sqlite/open';

const SQLITE_SCHEME = 'sqlite:';
const ALLOWED = `name sqlite:PATH, such as ${DEFAULT_DATABASE_URL}, or postgres://USER:PASSWORD@HOST/DATABASE`;

/**
 * Opens the store of a database URL, creating and migrating it when needed.
 *
 * @param databaseUrl `sqlite:PATH`, PATH absolute or relative to the working directory, where only the folder of the
 *   default is created; or `postgres://...` in libpq's syntax, with an existing database
 * @param tell called with lines for the operator's log, during opening and afterwards
 * @throws StoreOpenError when the URL is invalid or the database cannot be opened
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

/** Loaded on demand: its driver takes a tenth of the startup of a service on SQLite. */
function loadPostgres(): typeof Postgres {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- import() would need a flag under Jest
  return require('./postgres/open') as typeof Postgres;
}

/** The URL of an open store for messages, without passwords and parameters. */
export function storeName(databaseUrl: string): string {
  return isPostgresUrl(databaseUrl) ? readSettings(databaseUrl).name : databaseUrl;
}

/** The file of a SQLite store, as in the URL; undefined for other stores. */
export function sqliteFile(databaseUrl: string): string | undefined {
  return databaseUrl.startsWith(SQLITE_SCHEME) ? sqlitePath(databaseUrl) : undefined;
}

/** The path of a `sqlite:` URL. Refuses paths that the driver would not treat as a file. */
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
