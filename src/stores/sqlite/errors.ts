import { UnavailableError } from '../../contract/failure';
import { StoreOpenError } from '../store-error';

/**
 * What the operator reads when a database cannot be opened, by SQLite's primary result code or by
 * the file system's error code.
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

/** Conditions that may pass, or that an operator can mend, without a change of the program. */
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

/**
 * The primary code of an error of SQLite (`SQLITE_IOERR` of `SQLITE_IOERR_WRITE`) or of the file
 * system; empty for any other value.
 */
export function errorCode(error: unknown): string {
  return textOf(error, 'code').split('_').slice(0, 2).join('_');
}

/** What to throw for an error while running: `UnavailableError` if the database is why, else `error`. */
export function toRuntimeError(error: unknown, file: string): unknown {
  if (!unavailableCodes.has(errorCode(error))) return error;
  const reason = textOf(error, 'message');
  return new UnavailableError(`The database ${JSON.stringify(file)} failed: ${reason}`, {
    cause: error,
  });
}

/** What to throw for an error while opening `file`. */
export function toOpenError(error: unknown, file: string): StoreOpenError {
  if (error instanceof StoreOpenError) return error;
  const reason = textOf(error, 'message') || String(error);
  const problem = openProblems[errorCode(error)] ?? reason.replaceAll(/\s+/g, ' ');
  return new StoreOpenError(file, problem, { cause: error });
}

/** A property by its shape: the driver's errors and those of `node:fs` have no class in common. */
function textOf(error: unknown, property: 'code' | 'message'): string {
  if (typeof error !== 'object' || error === null) return '';
  const value = (error as Record<string, unknown>)[property];
  return typeof value === 'string' ? value : '';
}
