import type { Database } from 'libsql';
import { StoreOpenError } from '../store';

/** "PLNT": marks the file as a plant store. @see https://www.sqlite.org/pragma.html#pragma_application_id */
export const APPLICATION_ID = 0x504c4e54;

/**
 * The steps from an empty database to the current tables, in order. `PRAGMA user_version` records the number of
 * completed steps, so a released step is never edited: a change is a new step at the end.
 */
export const migrations: readonly string[] = [
  `CREATE TABLE plants (
     id   INTEGER PRIMARY KEY,
     name TEXT NOT NULL,
     tag  TEXT
   ) STRICT`,
  `CREATE TABLE tokens (
     id         TEXT NOT NULL PRIMARY KEY,
     hash       BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
     label      TEXT NOT NULL,
     created_at INTEGER NOT NULL, -- this and the next two: milliseconds since 1970 UTC
     expires_at INTEGER,
     revoked_at INTEGER
   ) STRICT`,
  `ALTER TABLE tokens ADD COLUMN scopes TEXT NOT NULL DEFAULT ''; -- separated by spaces
   ALTER TABLE tokens ADD COLUMN last_used_at INTEGER`,
];

/**
 * Refuses a database of another application or of a newer release, without altering it.
 *
 * @throws StoreOpenError with the reason and the remedy
 */
export function assertOwnDatabase(db: Database, file: string, steps = migrations): void {
  const { applicationId, version, isEmpty } = readIdentity(db);
  const isFresh = applicationId === 0 && version === 0 && isEmpty === 1;
  if (applicationId !== APPLICATION_ID && !isFresh) {
    throw new StoreOpenError(
      file,
      'it is the database of another application; name another file or move this one away',
    );
  }
  if (version > steps.length) {
    throw new StoreOpenError(
      file,
      `its version ${version} is newer than ${steps.length}, the newest that this release knows; run a newer release`,
    );
  }
}

/**
 * Executes the missing steps, each in a transaction that takes the write lock and then checks again: processes that
 * start at once execute each step once.
 *
 * @throws the driver's error; the database is then as after the last complete step
 */
export function migrate(db: Database, file: string, steps = migrations): void {
  while (readVersion(db) < steps.length) takeNextStep(db, file, steps);
}

function takeNextStep(db: Database, file: string, steps: readonly string[]): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    assertOwnDatabase(db, file, steps);
    const version = readVersion(db);
    const step = steps[version];
    if (step !== undefined) {
      db.exec(step);
      db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${version + 1}`);
    }
    db.exec('COMMIT');
  } catch (error) {
    // SQLite has already rolled back after a full disk and similar errors.
    if (db.inTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

interface Identity {
  readonly applicationId: number;
  readonly version: number;
  readonly isEmpty: 0 | 1;
}

/** One statement, because another process may execute the first step between two. */
function readIdentity(db: Database): Identity {
  const identity = db.prepare(
    `SELECT application_id AS applicationId, user_version AS version,
            NOT EXISTS (SELECT 1 FROM sqlite_schema) AS isEmpty
     FROM pragma_application_id, pragma_user_version`,
  );
  return identity.get() as Identity;
}

function readVersion(db: Database): number {
  return readIdentity(db).version;
}
