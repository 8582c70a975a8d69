import { realpathSync, statSync, lstatSync } from 'node:fs';
import Database from 'libsql';
import { makePrivateFile } from '../private-file';
import { StoreOpenError, type StoreRole } from '../store';
import type { Connection } from './connection';
import { errorCode } from './errors';

/** Size of the write-ahead log at which its pages are moved into the database, in bytes: 16 MiB. */
const MAX_LOG_BYTES = 2 ** 24;

/** How long a server waits for a tool to finish a checkpoint, in milliseconds. */
const LOCK_TIMEOUT_MS = 2_000;

/**
 * Moves the write-ahead log into the database, under the lock that lets one process do so at a time.
 * A server has the lock as long as it runs, and checkpoints for the tools beside it; a tool without a
 * server takes it for each checkpoint.
 *
 * @see https://www.sqlite.org/wal.html#ckpt
 */
export class Checkpoints {
  /** Where a symbolic link leads to: all who use the database meet there, by whatever name. */
  private readonly file: string;
  private readonly serverLock: CheckpointLock | undefined;

  /**
   * @param file a database that is there
   * @throws StoreOpenError when a server is to open a database that another one serves, or when there
   *   can be no lock
   */
  constructor(file: string, role: StoreRole) {
    this.file = realpathSync(file);
    if (role === 'tool') {
      prepareLock(this.file);
      return;
    }
    this.serverLock = CheckpointLock.take(this.file, LOCK_TIMEOUT_MS);
    if (this.serverLock !== undefined) return;
    throw new StoreOpenError(
      file,
      'another plant-store serves it; end that one first, or share a PostgreSQL database instead',
    );
  }

  /** Checkpoints when the log is large: what tools write beside an idle server, and a tool's own. */
  keepLogSmall(connection: Connection): void {
    const log = statSync(`${this.file}-wal`, { throwIfNoEntry: false });
    if (log !== undefined && log.size > MAX_LOG_BYTES) this.checkpoint(connection, 'PASSIVE');
  }

  /** Leaves one complete file, unless others use it, and lets go of the lock. */
  end(connection: Connection | undefined): void {
    try {
      if (connection !== undefined) this.checkpoint(connection, 'TRUNCATE');
    } catch {
      // Nothing is lost: commits are durable in the log, and the next connection takes it up.
    }
    this.serverLock?.release();
  }

  private checkpoint(connection: Connection, mode: 'PASSIVE' | 'TRUNCATE'): void {
    const lock = this.serverLock ?? CheckpointLock.take(this.file, 0);
    if (lock === undefined) return;
    try {
      connection.run(() => connection.prepare(`PRAGMA wal_checkpoint(${mode})`).all());
    } finally {
      if (lock !== this.serverLock) lock.release();
    }
  }
}

/**
 * Who may move the write-ahead log of a database into it: one process at a time, since SQLite before
 * 3.51.3 can corrupt a database when two do. The lock is one of SQLite's own, on an empty file beside
 * the database, so the system lets go of it when the process ends, however it ends.
 *
 * @see https://www.sqlite.org/wal.html#walresetbug
 */
class CheckpointLock {
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
function prepareLock(file: string): string {
  const lock = `${file}-lock`;
  makePrivateFile(lock, statSync(file));
  if (lstatSync(lock, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return lock;
  throw new StoreOpenError(
    file,
    `beside it, ${JSON.stringify(lock)} is a symbolic link; remove the link`,
  );
}
