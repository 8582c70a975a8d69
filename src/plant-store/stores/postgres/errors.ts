import { UnavailableError } from '../../../contract/failure';
import { StoreOpenError } from '../store';
import { showHost, type PostgresHost } from './hosts';
import type { PostgresSettings } from './settings';

/** Thrown when none of the hosts can be used. */
export class NoHostError extends Error {
  override readonly name = 'NoHostError';

  /** @param reasons the reason for each host */
  constructor(readonly reasons: ReadonlyMap<PostgresHost, unknown>) {
    super('none of the hosts can be used');
  }
}

/**
 * Conditions after which the same statement may be retried at once: it has had no effect.
 *
 * @see https://www.postgresql.org/docs/current/mvcc-serialization-failure-handling.html
 */
const REPEATABLE: ReadonlySet<string> = new Set(['40001', '40P01']);

/**
 * Classes of conditions caused by the rows to be stored: data exceptions, constraint violations, and exceeded limits of
 * the server.
 *
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const OF_THE_ROWS: ReadonlySet<string> = new Set(['22', '23', '54']);

/** The condition of a demoted server. */
const READ_ONLY = '25006';
/** Conditions with which a server ends a connection: shutdown, crash or startup. */
const OF_THE_SERVER: ReadonlySet<string> = new Set(['57P01', '57P02', '57P03']);
/** The class of connection failures. */
const OF_THE_CONNECTION = '08';
/** The pool's message when all connections are in use, which says nothing about the server. */
const POOL_IS_BUSY = 'timeout exceeded when trying to connect';

/**
 * Startup problems and their remedies, by SQLSTATE or Node error code. HOST and MODE are placeholders for the host and
 * the sslmode.
 */
const openProblems: Readonly<Record<string, string>> = {
  '28P01': 'the password is wrong, or there is no such user; correct them in the URL',
  '28000': 'the server does not let this user in from here; see its pg_hba.conf, or add sslmode',
  '3D000': 'there is no such database; make it with createdb, or name another one',
  '42501': 'the user lacks a right that it needs; grant it CREATE on the schema',
  '3F000': 'there is no schema to make the tables in; make the one that search_path names',
  '25006': 'the server is a standby that cannot be written; name the primary',
  '53300': 'the server has too many connections; close some, or lower pool_max of the instances',
  '57P03': 'the server is starting up or shutting down; try again when it is up',
  '57014': 'the server took too long; raise statement_timeout, or see what holds it up',
  ECONNREFUSED: 'nothing listens there; start the server, or correct host and port',
  ENOENT: 'there is no Unix socket there; start the server, or correct host and port',
  ENOTFOUND: 'there is no host of this name; correct it',
  EAI_AGAIN: 'the name of the host could not be looked up; correct it, or try again',
  EHOSTUNREACH: 'the host cannot be reached; correct it, or repair the network',
  ENETUNREACH: 'the host cannot be reached; correct it, or repair the network',
  ERR_TLS_CERT_ALTNAME_INVALID:
    "the server's certificate is not for HOST, as sslmode=MODE asks; name the host that it is for, or set sslmode=verify-ca",
};

/** Messages of the driver, which have no code, and of servers that share one code. */
const openMessages: readonly (readonly [pattern: RegExp, problem: string])[] = [
  [
    /unsupported startup parameter/,
    'the pooler before the server refuses statement_timeout or options; set statement_timeout=0, or have PgBouncer take them by ignore_startup_parameters',
  ],
  [/no encryption/, 'the server wants TLS; add sslmode=verify-full to the URL'],
  [
    /does not support SSL/,
    'the server at HOST offers no TLS, which sslmode=MODE asks for; switch TLS on there, or set sslmode=disable in the URL where nobody can listen in',
  ],
  [/client password must be/, 'the server asks for a password; add it to the URL'],
  [
    /certificate/i,
    "the server's certificate is not trusted, as sslmode=MODE asks; name the file of its authority in sslrootcert",
  ],
  [
    /time-?out/i,
    'the server did not respond in time; correct host and port, or repair the network',
  ],
];

/** True for an error after which the statement may be retried. */
export function isRepeatable(error: unknown): boolean {
  return REPEATABLE.has(codeOf(error));
}

/**
 * True for an error after which another server is needed: the connection failed or the server was silent, both without
 * an SQLSTATE, or the server reports it. The server ends the connection then; an error that leaves it open concerns
 * another server, such as a worker of Citus.
 */
export function isServerLost(error: unknown): boolean {
  const code = codeOf(error);
  if (code.length === 5 && /^[0-9A-Z]*$/.test(code)) {
    if (code === READ_ONLY) return true;
    if ((error as { readonly severity?: unknown }).severity === 'ERROR') return false;
    return OF_THE_SERVER.has(code) || code.startsWith(OF_THE_CONNECTION);
  }
  return messageOf(error) !== POOL_IS_BUSY;
}

/**
 * Converts a runtime error of the driver: the error itself when the rows caused it, else `UnavailableError`, since a
 * retry makes sense after the database is repaired.
 *
 * @param name the name of the database, for the message
 */
export function toRuntimeError(error: unknown, name: string): unknown {
  if (error instanceof UnavailableError || isOfTheRows(error)) return error;
  return new UnavailableError(`The database ${name} failed: ${messageOf(error)}`, { cause: error });
}

/** Converts an error that occurred while opening a database. */
export function toOpenError(
  error: unknown,
  { name, hosts }: Pick<PostgresSettings, 'name' | 'hosts'>,
): StoreOpenError {
  if (error instanceof StoreOpenError) return error;
  const cause = error instanceof UnavailableError ? error.cause : error;
  return new StoreOpenError(name, problemsOf(cause, hosts), { cause });
}

/** The problem of a server, and its remedy where it is known. */
export function problemOf(error: unknown, { host, sslmode }: PostgresHost): string {
  const message = messageOf(error);
  const known = openMessages.find(([pattern]) => pattern.test(message))?.[1];
  const problem = (openProblems[codeOf(error)] ?? known)
    ?.replace('HOST', () => JSON.stringify(host))
    .replace('MODE', sslmode);
  return problem === undefined ? message : `${problem} (${message})`;
}

function problemsOf(error: unknown, hosts: readonly PostgresHost[]): string {
  if (!(error instanceof NoHostError)) {
    const [host] = hosts;
    return host === undefined ? messageOf(error) : problemOf(error, host);
  }
  const problems = [...error.reasons].map(
    ([host, reason]) => [host, problemOf(reason, host)] as const,
  );
  if (problems.length === 1) return problems.map(([, problem]) => problem).join();
  return `none of its hosts can be used: ${problems.map(([host, problem]) => `${showHost(host)}: ${problem}`).join('; ')}`;
}

/** SQLSTATE of a server error, or the code of a Node error; empty for any other value. */
export function codeOf(error: unknown): string {
  const code = (error as { readonly code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : '';
}

function isOfTheRows(error: unknown): boolean {
  return codeOf(error).length === 5 && OF_THE_ROWS.has(codeOf(error).slice(0, 2));
}

/** On one line. Where a name has several addresses, Node's error holds the messages inside. */
function messageOf(error: unknown): string {
  const { message, errors } = error as { message?: unknown; errors?: readonly unknown[] };
  const text = typeof message === 'string' && message !== '' ? message : undefined;
  return (text ?? (errors?.length ? messageOf(errors[0]) : String(error))).replaceAll(/\s+/g, ' ');
}
