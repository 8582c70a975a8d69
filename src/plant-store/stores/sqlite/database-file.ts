import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  realpathSync,
  statSync,
  type BigIntStats,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UnavailableError } from 'openapi-trellis/contract';
import { DEFAULT_FOLDER, StoreOpenError } from '../store';
import { makePrivateFile } from '../private-file';
import { DamageError } from './errors';

/** Accessible only to the owner. */
const FOLDER_MODE = 0o700;

/** Detects changes of a database file that SQLite, with an open file and cached pages, does not notice. */
export class FileIdentity {
  private readonly inode: string | undefined;
  /** The largest size so far, in bytes. A database never shrinks, unless others truncate it. */
  private size = 0;

  /** @param file the opened file; if its path leads to another one, writes to it are lost */
  constructor(private readonly file: string) {
    this.inode = inodeOf(statOf(file));
  }

  /**
   * @throws UnavailableError when the path leads to another file, or to none
   * @throws DamageError when the file is shorter than before
   */
  assertSame(): void {
    const stat = statOf(this.file);
    if (inodeOf(stat) !== this.inode) {
      throw new UnavailableError(`The database "${this.file}" was removed or replaced; restart`);
    }
    const size = Number(stat?.size);
    if (size < this.size) throw new DamageError('the file was cut short');
    this.size = size;
  }
}

/** @throws StoreOpenError when there is no database */
export function assertExists(file: string): void {
  const stat = statOf(file);
  if (stat === undefined) {
    throw new StoreOpenError(file, 'there is no such file; name the one that the service uses');
  }
  if (stat.size === 0n) throw new StoreOpenError(file, 'the file is empty; restore a backup');
}

/**
 * Creates an empty file where there is none, and detects problems that SQLite would report less clearly or only at the
 * first write. An existing file keeps its mode, which may be intended, such as for a group that makes backups; SQLite
 * gives it to the `-wal` and `-shm` too.
 *
 * @throws StoreOpenError, or an error of the file system
 */
export function preparePlace(file: string): void {
  prepareFolder(file);
  const stat = statOf(file);
  if (stat === undefined) {
    makeFile(file);
    return;
  }
  if (stat.isDirectory()) throw new StoreOpenError(file, 'it is a folder; name a file');
  accessSync(file, constants.R_OK | constants.W_OK);
  // SQLite keeps its other files next to the target of a symbolic link.
  const place = realpathSync(file);
  accessSync(dirname(place), constants.W_OK | constants.X_OK);
  // SQLite treats an empty file as a new database, and drops the log of the old one. Another process that makes a new
  // one writes the file before the log, so the file is looked at last.
  const hasLog = (statOf(`${place}-wal`)?.size ?? 0n) > 0n;
  if (hasLog && statOf(place)?.size === 0n) {
    throw new StoreOpenError(file, 'the file is empty, though its log is not; restore a backup');
  }
}

/**
 * Creates only the folder of the default database. Another missing folder is more likely a typo, after which an empty
 * store would be served instead of the right one.
 */
function prepareFolder(file: string): void {
  const folder = dirname(file);
  const isThere = statOf(folder) !== undefined;
  if (!isThere && folder !== resolve(DEFAULT_FOLDER)) {
    throw new StoreOpenError(
      file,
      `there is no folder ${JSON.stringify(folder)}; make it, or correct DATABASE_URL`,
    );
  }
  if (!isFolder(folder)) makeFolder(folder);
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, FOLDER_MODE);
    chmodSync(folder, FOLDER_MODE);
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!isFolder(folder)) throw error;
  }
}

function makeFile(file: string): void {
  // Another process may have created it meanwhile; a dangling link exists and has no file.
  if (makePrivateFile(file) || statOf(file) !== undefined) return;
  throw new StoreOpenError(
    file,
    'it is a symbolic link to a file that is not there; name that one, or remove the link',
  );
}

function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() === true;
}

function statOf(file: string): BigIntStats | undefined {
  return statSync(file, { bigint: true, throwIfNoEntry: false });
}

/** Identifies a file regardless of its name; undefined when there is none. */
function inodeOf(stat: BigIntStats | undefined): string | undefined {
  return stat && `${stat.dev} ${stat.ino}`;
}
