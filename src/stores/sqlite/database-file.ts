import { accessSync, constants, mkdirSync, statSync, type BigIntStats } from 'node:fs';
import { dirname } from 'node:path';
import { UnavailableError } from '../../contract/failure';
import { StoreOpenError } from '../store-error';
import { DamageError } from './errors';

/** What SQLite, which has a file open and its pages in memory, does not notice. */
export class FileIdentity {
  private readonly inode: string | undefined;
  /** What the file has been, in bytes. It never shrinks, unless others cut it short. */
  private size = 0;

  /** @param file that was opened; a path that leads to another one has lost what is written here */
  constructor(private readonly file: string) {
    this.inode = inodeOf(statOf(file));
  }

  /**
   * @throws UnavailableError when the path leads to another file, or to none
   * @throws DamageError when the file is shorter than it was
   */
  assertSame(): void {
    const stat = statOf(this.file);
    if (inodeOf(stat) !== this.inode) {
      throw new UnavailableError(`The database "${this.file}" was removed or replaced; start anew`);
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
 * Makes the folder, and finds out what SQLite would report less clearly or only at the first write.
 *
 * @throws StoreOpenError, or an error of the file system
 */
export function preparePlace(file: string): void {
  const folder = dirname(file);
  makeFolder(folder);
  accessSync(folder, constants.W_OK | constants.X_OK);
  const stat = statOf(file);
  if (stat === undefined) return;
  if (stat.isDirectory()) throw new StoreOpenError(file, 'it is a folder; name a file');
  accessSync(file, constants.R_OK | constants.W_OK);
  // SQLite takes an empty file for a new database, and drops what the log of the old one holds.
  const hasLog = (statOf(`${file}-wal`)?.size ?? 0n) > 0n;
  if (stat.size === 0n && hasLog) {
    throw new StoreOpenError(file, 'the file is empty, though its log is not; restore a backup');
  }
}

/** Folder by folder: in a virtual file system Node's recursive mkdir may never return. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

function statOf(file: string): BigIntStats | undefined {
  return statSync(file, { bigint: true, throwIfNoEntry: false });
}

/** What tells a file from another of the same name; undefined when there is none. */
function inodeOf(stat: BigIntStats | undefined): string | undefined {
  return stat && `${stat.dev} ${stat.ino}`;
}
