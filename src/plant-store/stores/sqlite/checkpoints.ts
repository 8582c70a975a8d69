import { realpathSync, statSync, lstatSync } from 'node:fs';
import Database from 'libsql';
import { makePrivateFile } from '../private-file';
import { StoreOpenError, type StoreRole } from '../store';
import type { Connection } from './connection';
import { errorCode } from './errors';

/** Size of the write-ahead log at which a checkpoint moves its pages into the database, in bytes: 16 MiB. */
const MAX_LOG_BYTES = 2 ** 24;

/** Milliseconds that a server waits for a tool's checkpoint. */
const LOCK_TIMEOUT_MS = 2_000;

/**
 * Moves the write-ahead log into the database, under a lock that lets one process do so at a time. A server holds the
 * lock while it runs, and checkpoints for concurrent tools too; a tool without a server takes it for each checkpoint.
 *
 * @see https://www.sqlite.org/wal.html#ckpt
 */
export class Checkpoints {
  /** With symbolic links resolved: all users of the database must share the lock, by whatever name. */
  private readonly file: string;
  private readonly serverLock: CheckpointLock | undefined;

  /**
   * @param file an existing database
   * @throws StoreOpenError when a server opens a database that another one serves, or when locking is impossible
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

  /** Checkpoints when the log is large, from tools next to an idle server, or from a tool itself. */
  keepLogSmall(connection: Connection): void {
    const log = statSync(`${this.file}-wal`, { throwIfNoEntry: false });
    if (log !== undefined && log.size > MAX_LOG_BYTES) this.checkpoint(connection, 'PASSIVE');
  }

  /** Leaves one complete file, unless others use it, and releases the lock. */
  end(connection: Connection | undefined): void {
    try {
      if (connection !== undefined) this.checkpoint(connection, 'TRUNCATE');
    } catch {
      // Nothing is lost: commits are durable in the log, and the next connection reads it.
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
 * Allows one process at a time to checkpoint a database, since SQLite before 3.51.3 can corrupt it when two do. It is a
 * SQLite lock on an empty file next to the database, so the system releases it when the process ends, however it ends.
 *
 * @see https://www.sqlite.org/wal.html#walresetbug
 */
class CheckpointLock {
  private constructor(private readonly db: Database.Database) {}

  /**
   * @param file the database
   * @param timeoutMs milliseconds to wait for another process to release it
   * @returns undefined when another process still holds it
   * @throws StoreOpenError like {@link prepareLock}
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
 * Creates the lock file, if it does not exist, for all who may open the database.
 *
 * @param file the database
 * @returns the path of the lock file
 * @throws StoreOpenError when it is a symbolic link: SQLite would follow it, and lock its target
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
