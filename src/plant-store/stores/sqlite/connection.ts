import { resolve } from 'node:path';
import Database from 'libsql';
import { UnavailableError } from 'openapi-trellis/contract';
import { StoreOpenError, type StoreOptions } from '../store';
import { assertExists, FileIdentity, preparePlace } from './database-file';
import { errorCode, toOpenError, toRuntimeError } from './errors';
import { assertOwnDatabase, migrate } from './migrations';

const DEFAULT_BUSY_TIMEOUT_MS = { server: 1_000, tool: 10_000 } as const;

/** Milliseconds between two tries where SQLite reports a lock without waiting for it. */
const BUSY_RETRY_MS = 20;

/** The size that the log keeps for later commits after a reset, in bytes: 4 MiB. */
const KEPT_LOG_BYTES = 2 ** 22;

/**
 * One connection to a SQLite file, for a thread that may block: all its methods are synchronous, and commits have
 * reached the disk when they return.
 */
export class Connection {
  private readonly snapshots = new Set<Connection>();
  private isOpen = true;
  private readonly identity: FileIdentity;

  private constructor(
    private readonly db: Database.Database,
    private readonly file: string,
    private readonly options: Required<StoreOptions>,
    private readonly parent?: Connection,
  ) {
    this.identity = new FileIdentity(file);
  }

  /**
   * Opens the file, creating it and its tables when they are missing.
   *
   * @throws StoreOpenError with one line for the operator
   */
  static open(path: string, options: StoreOptions): Connection {
    const file = resolve(path);
    const busyTimeoutMs = options.busyTimeoutMs ?? DEFAULT_BUSY_TIMEOUT_MS[options.role];
    let db: Database.Database | undefined;
    try {
      const settled = { mustExist: false, ...options, busyTimeoutMs };
      if (settled.mustExist) assertExists(file);
      preparePlace(file);
      db = new Database(file, { timeout: busyTimeoutMs });
      prepareDatabase(db, file, settled);
      return new Connection(db, file, settled);
    } catch (error) {
      db?.close();
      throw toOpenError(error, file);
    }
  }

  /** Compiles a statement for repeated use inside {@link run} and {@link transaction}. */
  prepare(sql: string): Database.Statement {
    return this.db.prepare(sql);
  }

  /**
   * Does work with statements of this connection.
   *
   * @returns the result of the work
   * @throws UnavailableError when the database fails or the connection is closed; any other error of the work unchanged
   */
  run<T>(work: () => T): T {
    // The driver's statements still work after close(), so this refuses them.
    if (!this.isOpen) throw new UnavailableError(`The database "${this.file}" is closed`);
    try {
      this.identity.assertSame();
      return work();
    } catch (error) {
      throw toRuntimeError(error, this.file);
    }
  }

  /** Like {@link run}, in one write transaction: commits all of the work or nothing. */
  transaction<T>(work: () => T): T {
    return this.run(() => {
      this.db.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        this.db.exec('COMMIT');
        return result;
      } catch (error) {
        // SQLite has already rolled back after a full disk and similar errors.
        if (this.db.inTransaction) this.db.exec('ROLLBACK');
        throw error;
      }
    });
  }

  /** Rewrites an existing value, to check that commits reach the disk. @throws like {@link run} */
  commitNothing(): void {
    this.run(() => {
      this.db.exec(`PRAGMA user_version = ${String(readPragma(this.db, 'user_version'))}`);
    });
  }

  /**
   * Opens a separate read-only connection that sees the database as of its first read. On this connection the same
   * transaction would block the commits of all its users. The caller closes it; until then the write-ahead log can only
   * grow.
   *
   * @throws UnavailableError when the database fails or the connection is closed
   */
  openSnapshot(): Connection {
    return this.run(() => {
      const db = new Database(this.file, { timeout: this.options.busyTimeoutMs });
      db.exec('PRAGMA wal_autocheckpoint = 0; PRAGMA query_only = 1; BEGIN');
      const snapshot = new Connection(db, this.file, { ...this.options, role: 'tool' }, this);
      this.snapshots.add(snapshot);
      return snapshot;
    });
  }

  /**
   * Closes the database, and the snapshots taken from this connection. The driver frees the file only when the
   * statements are garbage-collected, so locks, which matter to others, are released here.
   */
  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.parent?.snapshots.delete(this);
    for (const snapshot of this.snapshots) snapshot.close();
    try {
      if (this.db.inTransaction) this.db.exec('ROLLBACK');
    } catch {
      // A failing database holds no transaction open for long: the next connection rolls it back.
    }
    this.db.close();
  }
}

/** Configures a new connection and migrates the database to the current tables. */
function prepareDatabase(
  db: Database.Database,
  file: string,
  options: Required<StoreOptions>,
): void {
  // SQLite does not wait for a lock when two processes switch a new file to WAL at once. Each step is repeatable.
  retryWhileBusy(() => {
    assertOwnDatabase(db, file); // before the first pragma that writes
    switchToWal(db, file);
    // With NORMAL, a power failure could lose acknowledged rows.
    db.exec('PRAGMA synchronous = FULL');
    // Without a limit, the log keeps its largest size.
    db.exec(`PRAGMA journal_size_limit = ${KEPT_LOG_BYTES}`);
    // Only the holder of the lock may checkpoint (checkpoints.ts), which is a server while it runs.
    if (options.role === 'tool') db.exec('PRAGMA wal_autocheckpoint = 0');
    migrate(db, file);
  }, options.busyTimeoutMs);
}

function switchToWal(db: Database.Database, file: string): void {
  const mode = readPragma(db, 'journal_mode = WAL');
  if (mode === 'wal') return;
  throw new StoreOpenError(
    file,
    `its journal mode stays ${JSON.stringify(mode)} where "wal" is needed; name a place on a local disk`,
  );
}

function retryWhileBusy(work: () => void, timeoutMs: number): void {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      work();
      return;
    } catch (error) {
      if (errorCode(error) !== 'SQLITE_BUSY' || Date.now() >= deadline) throw error;
    }
    standStill(BUSY_RETRY_MS);
  }
}

function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/**
 * Reads a pragma of one value, such as `user_version`.
 *
 * @param name the name of the pragma; it is inserted into SQL unescaped, so never use external input
 */
export function readPragma(db: Database.Database, name: string): unknown {
  const [row] = db.pragma(name) as Record<string, unknown>[];
  return row === undefined ? undefined : Object.values(row)[0];
}
