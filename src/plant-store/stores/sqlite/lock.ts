import { lstatSync, statSync } from 'node:fs';
import Database from 'libsql';
import { makePrivateFile } from '../private-file';
import { StoreOpenError } from '../store-error';
import { errorCode } from './errors';

/**
 * Who may move the write-ahead log of a database into it: one process at a time, since SQLite before
 * 3.51.3 can corrupt a database when two do. The lock is one of SQLite's own, on an empty file beside
 * the database, so the system lets go of it when the process ends, however it ends.
 *
 * @see https://www.sqlite.org/wal.html#walresetbug
 */
export class CheckpointLock {
  private constructor(private readonly db: Database.Database) {}

  /**
   * @param file the database
   * @param timeoutMs how long to wait for another process to let go, in milliseconds
   * @returns undefined when another one has it still
   * @throws StoreOpenError as {@link prepareLock} does
   */
  static take(file: string, timeoutMs: number): CheckpointLock | undefined {
    const db = new Database(prepareLock(file), { timeout: timeoutMs });
    try {
      db.exec('BEGIN EXCLUSIVE');
      return new CheckpointLock(db);
    } catch (error) {
      db.close();
      if (errorCode(error) === 'SQLITE_BUSY') return undefined;
      throw error;
    }
  }

  release(): void {
    this.db.exec('ROLLBACK');
    this.db.close();
  }
}

/**
 * Makes the file that is locked, where it is not there yet, for all who may open the database.
 *
 * @param file the database
 * @returns the path of the other file
 * @throws StoreOpenError when it is a symbolic link: SQLite would follow it, and lock what it leads to
 */
export function prepareLock(file: string): string {
  const lock = `${file}-lock`;
  makePrivateFile(lock, statSync(file));
  if (lstatSync(lock, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return lock;
  throw new StoreOpenError(
    file,
    `beside it, ${JSON.stringify(lock)} is a symbolic link; remove the link`,
  );
}
