import { UnavailableError } from 'openapi-trellis/contract';
import { StoreOpenError } from '../store';

/**
 * The operator's message when a database cannot be opened, by SQLite's primary result code or by the file system's
 * error code.
 *
 * @see https://www.sqlite.org/rescode.html
 */
const openProblems: Readonly<Record<string, string>> = {
  SQLITE_NOTADB: 'the file is not an SQLite database; name another file or move this one away',
  SQLITE_CORRUPT: 'the database is damaged; restore a backup',
  SQLITE_BUSY: 'another process has locked the database; try again when it has finished',
  SQLITE_FULL: 'the disk is full; free some space',
  SQLITE_IOERR: 'the disk reports an error; look at the system log',
  SQLITE_READONLY: 'the database cannot be written; give this user the right to write',
  SQLITE_CANTOPEN: 'the file cannot be opened; check that it is a file and its rights',
  EACCES: 'this user may not write there; change the rights or name another place',
  EPERM: 'this user may not write there; change the rights or name another place',
  EROFS: 'the file system is read-only; name another place',
  ENOSPC: 'the disk is full; free some space',
  ENOTDIR: 'a part of the path is a file, not a folder; name another place',
  EEXIST: 'a part of the path is a file, not a folder; name another place',
  EISDIR: 'it is a folder; name a file',
};

/** Damage detected before SQLite notices it. */
export class DamageError extends Error {
  readonly code = 'SQLITE_CORRUPT';
}

/** Conditions that are temporary, or that an operator can remedy without changing the program. */
const unavailableCodes: ReadonlySet<string> = new Set([
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  'SQLITE_NOMEM',
  'SQLITE_READONLY',
  'SQLITE_IOERR',
  'SQLITE_CORRUPT',
  'SQLITE_FULL',
  'SQLITE_CANTOPEN',
  'SQLITE_PROTOCOL',
  'SQLITE_NOTADB',
]);

/** Conditions after which a connection must be reopened. Others end by themselves. */
const reopeningCodes: ReadonlySet<string> = new Set([
  'SQLITE_READONLY',
  'SQLITE_IOERR',
  'SQLITE_CORRUPT',
  'SQLITE_CANTOPEN',
  'SQLITE_PROTOCOL',
  'SQLITE_NOTADB',
]);

/**
 * The primary code of a SQLite error (`SQLITE_IOERR` of `SQLITE_IOERR_WRITE`) or of a file system error; empty for any
 * other value.
 */
export function errorCode(error: unknown): string {
  return textOf(error, 'code').split('_').slice(0, 2).join('_');
}

/** Converts a runtime error: to `UnavailableError` if the database is the cause, else `error` itself. */
export function toRuntimeError(error: unknown, file: string): unknown {
  if (!unavailableCodes.has(errorCode(error))) return error;
  const reason = textOf(error, 'message');
  return new UnavailableError(`The database ${JSON.stringify(file)} failed: ${reason}`, {
    cause: error,
  });
}

/** True for an error of {@link toRuntimeError} after which the database must be reopened. */
export function needsReopening(error: unknown): boolean {
  return error instanceof UnavailableError && reopeningCodes.has(errorCode(error.cause));
}

/** Converts an error that occurred while opening `file`. */
export function toOpenError(error: unknown, file: string): StoreOpenError {
  if (error instanceof StoreOpenError) return error;
  const reason = textOf(error, 'message') || String(error);
  const problem = openProblems[errorCode(error)] ?? reason.replaceAll(/\s+/g, ' ');
  return new StoreOpenError(file, problem, { cause: error });
}

/** An error serialized for another thread, which would lose its class and code. */
export type PackedError =
  | { readonly kind: 'other'; readonly fault: Fault }
  | { readonly kind: 'unavailable'; readonly message: string; readonly cause: Fault }
  | {
      readonly kind: 'open';
      readonly store: string;
      readonly problem: string;
      readonly cause: Fault;
    };

/** The transferred properties of an error of the driver or the file system. */
interface Fault {
  readonly message: string;
  /** Such as `SQLITE_BUSY` or `ENOSPC`; may be empty. */
  readonly code: string;
}

/** Serializes an error for another thread. */
export function packError(error: unknown): PackedError {
  if (error instanceof StoreOpenError) {
    return {
      kind: 'open',
      store: error.store,
      problem: error.problem,
      cause: faultOf(error.cause),
    };
  }
  if (error instanceof UnavailableError) {
    return { kind: 'unavailable', message: error.message, cause: faultOf(error.cause) };
  }
  return { kind: 'other', fault: faultOf(error) };
}

/** The inverse of {@link packError}, as far as it is needed: class, message, and code of the cause. */
export function unpackError(packed: PackedError): Error {
  if (packed.kind === 'other') return errorFrom(packed.fault);
  const cause = errorFrom(packed.cause);
  if (packed.kind === 'unavailable') return new UnavailableError(packed.message, { cause });
  return new StoreOpenError(packed.store, packed.problem, { cause });
}

function faultOf(error: unknown): Fault {
  return { message: textOf(error, 'message'), code: textOf(error, 'code') };
}

function errorFrom({ message, code }: Fault): Error {
  return Object.assign(new Error(message), { code });
}

/** A property by name: errors of the driver and of `node:fs` share no class. */
function textOf(error: unknown, property: 'code' | 'message'): string {
  if (typeof error !== 'object' || error === null) return '';
  const value = (error as Record<string, unknown>)[property];
  return typeof value === 'string' ? value : '';
}
