import { createRequire } from 'node:module';
import { ConfigError, notAllowed } from 'openapi-trellis/service';
import { readManifest } from '../package-files';
import { DEFAULT_DATABASE_URL, type Store, StoreOpenError, type StoreOptions } from './store';
import type * as Postgres from './postgres/open';
import { readSettings } from './postgres/settings';
import { openSqliteStore } from './sqlite/open';

/** A kind of store, chosen by the beginning of the database URL. */
interface StoreDriver {
  readonly name: string;
  readonly url: RegExp;
  /** Its URLs, in messages about other ones. */
  readonly syntax: string;
  /** An optional peer, so that each installation has the one that it needs. */
  readonly package: string;
  /** True for a server, which any number of processes may share. */
  readonly isShared: boolean;
  readonly open: (...given: Parameters<typeof openStore>) => Promise<Store>;
  /** The URL of an open store for messages, without passwords and parameters. */
  readonly shownUrl: (databaseUrl: string) => string;
  /** The file of the database, as in the URL. */
  readonly file?: (databaseUrl: string) => string;
}

export const storeDrivers: readonly StoreDriver[] = [
  {
    name: 'SQLite',
    url: /^sqlite:./,
    syntax: '"sqlite:" and the path of a file',
    package: 'libsql',
    isShared: false,
    open: (databaseUrl, options) => openSqliteStore(sqlitePath(databaseUrl), options),
    shownUrl: (databaseUrl) => databaseUrl,
    file: sqlitePath,
  },
  {
    name: 'PostgreSQL',
    url: /^postgres(?:ql)?:\/\/./,
    syntax: '"postgres://USER:PASSWORD@HOST/DATABASE"',
    package: 'pg',
    isShared: true,
    open: (...given) => loadPostgres().openPostgresStore(...given),
    shownUrl: (databaseUrl) => readSettings(databaseUrl).name,
  },
];

export const DATABASE_URLS = storeDrivers.map(({ syntax }) => syntax).join(', or ');

/** @throws ConfigError when the URL is none of a store */
export function driverOf(databaseUrl: string): StoreDriver {
  const driver = storeDrivers.find(({ url }) => url.test(databaseUrl));
  if (driver !== undefined) return driver;
  // A URL may hold a password in several places and be malformed as well: only its scheme is safe.
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(databaseUrl)?.[0] ?? '';
  throw notAllowed('DATABASE_URL', `${scheme}...`, DATABASE_URLS);
}

/**
 * Opens the store of a database URL, creating and migrating it when needed.
 *
 * @param databaseUrl `sqlite:PATH`, PATH absolute or relative to the working directory, where only the folder of the
 *   default is created; or `postgres://...` in libpq's syntax, with an existing database
 * @param tell called with lines for the operator's log, during opening and afterwards
 * @throws StoreOpenError when the URL is invalid or the database cannot be opened
 * @throws ConfigError as driverOf does, and when the package of its driver is not installed
 */
export async function openStore(
  databaseUrl: string,
  options: StoreOptions,
  tell?: (line: string) => void,
): Promise<Store> {
  const driver = driverOf(databaseUrl);
  requirePackage(driver);
  return driver.open(databaseUrl, options, tell);
}

function requirePackage({ name, package: driver }: StoreDriver): void {
  try {
    createRequire(__filename).resolve(driver);
  } catch {
    const wanted = `${driver}@${readManifest().devDependencies[driver]}`;
    throw new ConfigError(
      `A ${name} database needs other packages (${driver} is not installed); run: npm install ${wanted}`,
    );
  }
}

/** Loaded on demand: its driver takes a tenth of the startup of a service on SQLite. */
function loadPostgres(): typeof Postgres {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- import() would need a flag under Jest
  return require('./postgres/open') as typeof Postgres;
}

/** The path of a `sqlite:` URL. Refuses paths that the driver would not treat as a file. */
function sqlitePath(databaseUrl: string): string {
  const path = databaseUrl.slice('sqlite:'.length);
  if (path === ':memory:') {
    throw new StoreOpenError(databaseUrl, `it names no file, as ${DEFAULT_DATABASE_URL} does`);
  }
  if (path.startsWith('//')) {
    throw new StoreOpenError(databaseUrl, 'the path follows "sqlite:" without "//"');
  }
  if (path.includes('\0')) {
    throw new StoreOpenError(databaseUrl, 'a file name cannot contain NUL');
  }
  return path;
}
