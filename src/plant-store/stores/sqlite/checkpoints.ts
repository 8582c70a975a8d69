import { realpathSync, statSync } from 'node:fs';
import { StoreOpenError } from '../store-error';
import type { StoreRole } from '../store-options';
import type { Connection } from './connection';
import { CheckpointLock, prepareLock } from './lock';

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
