import Database from 'libsql';
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
   */
  static take(file: string, timeoutMs: number): CheckpointLock | undefined {
    const db = new Database(`${file}-lock`, { timeout: timeoutMs });
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
