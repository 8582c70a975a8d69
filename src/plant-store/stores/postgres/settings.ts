import { StoreOpenError } from '../store';
import { readHosts, showHost, type PostgresHost } from './hosts';
import { urlParameters } from './parameters';

/** The settings of a PostgreSQL database. */
export interface PostgresSettings {
  /** User, hosts, ports and database, for messages: never the password. */
  readonly name: string;
  /** One or more, in the order in which they are tried. */
  readonly hosts: readonly PostgresHost[];
  /** The required kind of server. */
  readonly targetSession: TargetSession;
  readonly user: string;
  readonly password: string | undefined;
  readonly database: string;
  /** The most connections. */
  readonly poolMax: number;
  readonly connectTimeoutSeconds: number;
  /** Milliseconds after which the server cancels a statement; 0: never. */
  readonly statementTimeoutMs: number;
  readonly applicationName: string;
  /** Options of the server's command line for the session, such as `-c search_path=plants`. */
  readonly options: string | undefined;
}

/** True for a PostgreSQL URL. */
export function isPostgresUrl(databaseUrl: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(databaseUrl);
}

const SYNTAX = 'postgres://USER:PASSWORD@HOST:PORT/DATABASE?PARAMETER=VALUE';
const URL_PARTS =
  /^postgres(?:ql)?:\/\/(?:(?<user>[^:@/?#]*)(?::(?<password>[^@/?#]*))?@)?(?<hosts>[^@/?#]*)(?:\/(?<dbname>[^@/?#]*))?(?:\?(?<query>[^#]*))?$/;
/** One of the hosts, which commas separate. */
const HOST_PARTS = /^(?<host>\[[^\]]*\]|[^:[\]]*)(?::(?<port>[^:]*))?$/;

/** Parts of the URL, which parameters of these names override. */
const PARTS = ['user', 'password', 'host', 'port', 'dbname'] as const;

const PARAMETERS: readonly string[] = Object.keys(urlParameters);

/**
 * Parses a URL like libpq, with additional parameters for the pool.
 *
 * @throws StoreOpenError naming the part or parameter and the allowed values
 * @see https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS
 */
export function readSettings(databaseUrl: string): PostgresSettings {
  const values = readValues(databaseUrl);
  const given = (name: string): string | undefined =>
    values.get(name) === '' ? undefined : values.get(name);
  const user = given('user');
  if (user === undefined) throw refused(`it names no user; write ${SYNTAX}`);
  const hosts = readHosts(values, refused);
  const database = given('dbname') ?? user;
  if (values.has('load_balance_hosts') && given('load_balance_hosts') !== 'disable') {
    throw refused('its load_balance_hosts must be disable, since plants are written at one host');
  }
  return {
    name: `postgres://${user}@${hosts.map(showHost).join()}/${database}`,
    hosts,
    targetSession: readTarget(values.get('target_session_attrs'), hosts.length, refused),
    user,
    password: given('password'),
    database,
    poolMax: readInteger(values, 'pool_max'),
    connectTimeoutSeconds: readInteger(values, 'connect_timeout'),
    statementTimeoutMs: readInteger(values, 'statement_timeout'),
    applicationName: given('application_name') ?? urlParameters.application_name.default,
    options: given('options'),
  };
}

/** The parts and parameters by name, decoded. */
function readValues(databaseUrl: string): Map<string, string> {
  const parts = URL_PARTS.exec(databaseUrl)?.groups;
  const hosts = (parts?.hosts ?? '').split(',').map((text) => HOST_PARTS.exec(text)?.groups);
  if (parts === undefined || !hosts.every((host) => host !== undefined)) {
    throw refused(
      `it is not of the form ${SYNTAX}; percent-encode special characters in names and passwords, such as @ as %40`,
    );
  }
  const values = new Map<string, string>();
  const given: Readonly<Record<string, string | undefined>> = {
    ...parts,
    host: hosts.map(({ host = '' }) => unbracket(host)).join(),
    port: hosts.some(({ port = '' }) => port !== '')
      ? hosts.map(({ port = '' }) => port).join()
      : undefined,
  };
  for (const name of PARTS) {
    const text = given[name] ?? '';
    if (text !== '') values.set(name, decode(name, text));
  }
  for (const pair of (parts.query ?? '').split('&')) {
    if (pair === '') continue;
    const [name = '', ...rest] = pair.split('=');
    if (!PARAMETERS.includes(name)) {
      // An unknown name may be a piece of a password.
      const shown = /^[a-z_]{1,40}$/.test(name) && rest.length > 0 ? ` ${name}` : '';
      throw refused(`its parameter${shown} is not known; known are ${PARAMETERS.join(', ')}`);
    }
    values.set(name, decode(name, rest.join('=')));
  }
  return values;
}

function unbracket(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}

function decode(name: string, text: string): string {
  let value: string;
  try {
    value = decodeURIComponent(text);
  } catch {
    throw refused(`its ${name} is not percent-encoded UTF-8; write % as %25`);
  }
  // In the protocol NUL ends a value; the text after it would be read as another value.
  if (value.includes('\0')) throw refused(`its ${name} contains NUL, which no value can`);
  return value;
}

function readInteger(
  values: ReadonlyMap<string, string>,
  name: 'pool_max' | 'connect_timeout' | 'statement_timeout',
): number {
  const { default: usual, range } = urlParameters[name];
  const [least, most] = range;
  const text = values.get(name);
  if (text === undefined) return usual;
  const number = Number(text);
  if (/^\d{1,10}$/.test(text) && number >= least && number <= most) return number;
  // Not quoted: it may hold a part of a password.
  throw refused(`its ${name} must be a whole number from ${least} to ${most}`);
}

/** A malformed URL may hold a password anywhere. */
function refused(problem: string): StoreOpenError {
  return new StoreOpenError('postgres:...', problem);
}

/** The required kind of server, by those values of libpq that are useful for a writing store. */
const TARGETS = urlParameters.target_session_attrs.oneOf;
type TargetSession = (typeof TARGETS)[number];

/** The query, the expected answer, and the meaning of any other answer. */
const CHECKS = {
  'read-write': ['SHOW transaction_read_only', 'off', 'it takes no writes'],
  primary: ['SELECT pg_is_in_recovery()', 'false', 'it is a standby'],
} as const;

/** The condition that a standby reports for a write. */
const READ_ONLY_SQL_TRANSACTION = '25006';

/** Thrown for an unsuitable server. Its code is the one that a write would have received. */
class WrongServerError extends Error {
  override readonly name = 'WrongServerError';
  readonly code = READ_ONLY_SQL_TRANSACTION;
}

/**
 * Reads `target_session_attrs`. With several hosts, the default is the writable one; libpq's is the first that
 * responds, which may be a standby.
 *
 * @param given the parameter, if present
 * @param refused makes the error to throw for a problem
 */
function readTarget(
  given: string | undefined,
  hosts: number,
  refused: (problem: string) => StoreOpenError,
): TargetSession {
  if (given === undefined) return hosts > 1 ? 'read-write' : 'any';
  const target = TARGETS.find((each) => each === given);
  if (target !== undefined) return target;
  throw refused(
    `its target_session_attrs must be one of ${TARGETS.join(', ')}, since plants are written`,
  );
}

/**
 * Checks that a server is suitable.
 *
 * @param query sends a statement to it
 * @throws WrongServerError when it is not; errors of `query`
 */
export async function assertTarget(
  target: TargetSession,
  query: (text: string) => Promise<readonly (readonly unknown[])[]>,
): Promise<void> {
  if (target === 'any') return;
  const [text, wanted, otherwise] = CHECKS[target];
  const [row] = await query(text);
  if (String(row?.[0]) !== wanted) throw new WrongServerError(otherwise);
}
