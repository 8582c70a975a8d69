import { UnavailableError } from 'openapi-trellis/contract';
import { StoreOpenError } from '../store';
import type { PostgresSettings } from './settings';

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

/** The condition of a write at a standby or at a server that takes none. */
export const READ_ONLY = '25006';

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
export function toOpenError(error: unknown, settings: PostgresSettings): StoreOpenError {
  if (error instanceof StoreOpenError) return error;
  const cause = error instanceof UnavailableError ? error.cause : error;
  return new StoreOpenError(settings.name, problemOf(cause, settings), { cause });
}

/** The problem of the server, and its remedy where it is known. */
function problemOf(error: unknown, { host, sslmode }: PostgresSettings): string {
  const message = messageOf(error);
  const known = openMessages.find(([pattern]) => pattern.test(message))?.[1];
  const problem = (openProblems[codeOf(error)] ?? known)
    ?.replace('HOST', () => JSON.stringify(host))
    .replace('MODE', sslmode);
  return problem === undefined ? message : `${problem} (${message})`;
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
