import { StoreOpenError } from '../store';
import { readHost, type PostgresHost } from './host';
import { urlParameters } from './parameters';

export interface PostgresSettings extends PostgresHost {
  /** User, host, port and database, for messages: never the password. */
  readonly name: string;
  readonly port: number;
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

const SYNTAX = 'postgres://USER:PASSWORD@HOST:PORT/DATABASE?PARAMETER=VALUE';
const URL_PARTS =
  /^postgres(?:ql)?:\/\/(?:(?<user>[^:@/?#]*)(?::(?<password>[^@/?#]*))?@)?(?<address>[^@/?#]*)(?:\/(?<dbname>[^@/?#]*))?(?:\?(?<query>[^#]*))?$/;
const HOST_PARTS = /^(?<host>\[[^\]]*\]|[^:[\]]*)(?::(?<port>[^:]*))?$/;

/** Parts of the URL, which parameters of these names override. */
const PARTS = ['user', 'password', 'host', 'port', 'dbname'] as const;

const PARAMETERS: readonly string[] = Object.keys(urlParameters);

const SEVERAL_HOSTS =
  'it may name one host only, without load_balance_hosts; name the address that leads to the primary, as managed databases, HAProxy and PgBouncer have one, and set target_session_attrs=read-write';

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
  const host = readHost(values, refused);
  const port = readInteger(values, 'port');
  const database = given('dbname') ?? user;
  return {
    ...host,
    port,
    name: `postgres://${user}@${bracket(host.host)}:${port}/${database}`,
    targetSession: readTarget(values.get('target_session_attrs')),
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
  const address = parts?.address ?? '';
  if (address.includes(',')) throw refused(SEVERAL_HOSTS);
  const hostParts = HOST_PARTS.exec(address)?.groups;
  if (parts === undefined || hostParts === undefined) {
    throw refused(
      `it is not of the form ${SYNTAX}; percent-encode special characters in names and passwords, such as @ as %40`,
    );
  }
  const values = new Map<string, string>();
  const given: Readonly<Record<string, string | undefined>> = {
    ...parts,
    host: unbracket(hostParts.host ?? ''),
    port: hostParts.port,
  };
  for (const name of PARTS) {
    const text = given[name] ?? '';
    if (text !== '') values.set(name, decode(name, text));
  }
  for (const [name, value] of readParameters(parts.query)) values.set(name, value);
  if (values.get('host')?.includes(',') === true) throw refused(SEVERAL_HOSTS);
  return values;
}

function* readParameters(query = ''): Generator<[name: string, value: string]> {
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const [name = '', ...rest] = pair.split('=');
    if (name === 'load_balance_hosts') throw refused(SEVERAL_HOSTS);
    if (!PARAMETERS.includes(name)) {
      // An unknown name may be a piece of a password.
      const shown = /^[a-z_]{1,40}$/.test(name) && rest.length > 0 ? ` ${name}` : '';
      throw refused(`its parameter${shown} is not known; known are ${PARAMETERS.join(', ')}`);
    }
    yield [name, decode(name, rest.join('='))];
  }
}

function unbracket(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}

function bracket(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
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
  name: 'port' | 'pool_max' | 'connect_timeout' | 'statement_timeout',
): number {
  const { default: usual, range } = urlParameters[name];
  const [least, most] = range;
  const text = values.get(name);
  if (text === undefined) return usual;
  const number = Number(text);
  if (/^\d{1,10}$/.test(text) && number >= least && number <= most) return number;
  // Not quoted: it may hold a part of a password, as the port does where one contains a colon.
  throw refused(`its ${name} must be a whole number from ${least} to ${most}`);
}

/** A malformed URL may hold a password anywhere. */
function refused(problem: string): StoreOpenError {
  return new StoreOpenError('postgres:...', problem);
}

/** The required kind of server, by those values of libpq that are useful for a writing store. */
const TARGETS = urlParameters.target_session_attrs.oneOf;
type TargetSession = (typeof TARGETS)[number];

function readTarget(given: string | undefined): TargetSession {
  if (given === undefined) return 'any';
  const target = TARGETS.find((each) => each === given);
  if (target !== undefined) return target;
  throw refused(
    `its target_session_attrs must be one of ${TARGETS.join(', ')}, since plants are written`,
  );
}
