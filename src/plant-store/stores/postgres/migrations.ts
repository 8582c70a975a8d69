import { setTimeout as sleep } from 'node:timers/promises';
import { StoreOpenError } from '../store';
import { codeOf } from './errors';
import type { PostgresPool } from './pool';
import type { Session } from './client';

/**
 * The steps from an empty database to the current tables, in order. The table `plant_store_steps` records the completed
 * ones, so a released step is never edited: a change is a new step at the end. Each must be repeatable, since some
 * engines lack locks or transactions over tables. They use only features that those engines have: no sequences, no
 * triggers.
 */
export const migrations: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS plants (
     id   bigint PRIMARY KEY,
     name text NOT NULL,
     tag  text
   )`,
  `CREATE TABLE IF NOT EXISTS tokens (
     id         text PRIMARY KEY,
     hash       bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
     label      text NOT NULL,
     created_at bigint NOT NULL, -- this and the next two: milliseconds since 1970 UTC
     expires_at bigint,
     revoked_at bigint,
     place      bigint NOT NULL -- in the order in which they came
   )`,
  `ALTER TABLE tokens
     ADD COLUMN IF NOT EXISTS scopes text NOT NULL DEFAULT '', -- separated by spaces
     ADD COLUMN IF NOT EXISTS last_used_at bigint`,
];

/** "PLNTSTOR" as an int64: the lock key that concurrent instances share. */
const LOCK = 0x504c4e5453544f52n;

/** Milliseconds for a statement of a step, or to wait for another instance that migrates. */
const STEP_TIMEOUT_MS = 600_000;

/** Without locks, instances that start at once may conflict. */
const MAX_TRIES = 10;
const RETRY_MS = 50;
const IN_THE_WAY: ReadonlySet<string> = new Set([
  '40001',
  '40P01',
  '23505',
  '42710',
  '42P07',
  'XX000',
]);

const UNDEFINED_TABLE = '42P01';
const NOT_SUPPORTED = '0A000';

interface MigrationOptions {
  /** The name of the database, for messages. */
  readonly name: string;
  /** Refuse a database without the tables instead of creating them. */
  readonly mustExist: boolean;
  readonly steps?: readonly string[];
}

/**
 * Executes the missing steps, in one transaction, under a lock where there are locks: instances that start at once
 * execute each step once.
 *
 * @throws StoreOpenError when the database is of a newer release or another application, or has no tables and must;
 *   else the driver's error, or UnavailableError around it
 */
export async function migrate(pool: PostgresPool, options: MigrationOptions): Promise<void> {
  const { name, mustExist, steps = migrations } = options;
  const session = await pool.openSession(STEP_TIMEOUT_MS);
  try {
    const version = await readVersion(session);
    assertKnown(version, steps, name);
    if (version === steps.length) return;
    if (version === undefined && mustExist) {
      throw new StoreOpenError(name, 'it has no plants; name the one that the service uses');
    }
    if (version === undefined) await assertNotForeign(session, name);
    await retry(() => takeSteps(session, name, steps));
  } finally {
    await session.end();
  }
}

async function takeSteps(session: Session, name: string, steps: readonly string[]): Promise<void> {
  try {
    await beginLocked(session);
    await session.query('CREATE TABLE IF NOT EXISTS plant_store_steps (step integer PRIMARY KEY)');
    const version = (await readVersion(session)) ?? 0;
    assertKnown(version, steps, name);
    for (const [index, step] of steps.entries()) {
      if (index < version) continue;
      await session.query(step);
      const done = 'INSERT INTO plant_store_steps (step) VALUES ($1) ON CONFLICT DO NOTHING';
      await session.query(done, [index + 1]);
    }
    await session.query('COMMIT');
  } catch (error) {
    await session.query('ROLLBACK');
    throw error;
  }
}

/** The lock ends with the transaction, so a pooler in between cannot keep it. */
async function beginLocked(session: Session): Promise<void> {
  await session.query('BEGIN');
  try {
    await session.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
  } catch (error) {
    if (causeCode(error) !== NOT_SUPPORTED) throw error;
    await session.query('ROLLBACK');
    await session.query('BEGIN');
  }
}

/** The number of completed steps; undefined when their table does not exist. */
async function readVersion(session: Session): Promise<number | undefined> {
  try {
    const [row] = await session.query('SELECT coalesce(max(step), 0) FROM plant_store_steps');
    return Number(row?.[0]);
  } catch (error) {
    if (causeCode(error) === UNDEFINED_TABLE) return undefined;
    throw error;
  }
}

function assertKnown(version: number | undefined, steps: readonly string[], name: string): void {
  if (version === undefined || version <= steps.length) return;
  throw new StoreOpenError(
    name,
    `its version ${version} is newer than ${steps.length}, the newest that this release knows; run a newer release`,
  );
}

/** Refuses tables of the same names that another application created. */
async function assertNotForeign(session: Session, name: string): Promise<void> {
  const tables = `SELECT table_name FROM information_schema.tables
    WHERE table_schema = current_schema() AND table_name IN ('plants', 'tokens')`;
  if ((await session.query(tables)).length === 0) return;
  // Another instance may have created them between the two queries.
  if ((await readVersion(session)) !== undefined) return;
  throw new StoreOpenError(
    name,
    'it has tables "plants" or "tokens" of another application; name another database, or another schema by options=-csearch_path%3DSCHEMA',
  );
}

async function retry(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await work();
      return;
    } catch (error) {
      if (tries === MAX_TRIES || !IN_THE_WAY.has(causeCode(error))) throw error;
    }
    await sleep(RETRY_MS * tries * Math.random());
  }
}

/** The server's condition, which is the cause of an UnavailableError. */
function causeCode(error: unknown): string {
  return codeOf(error) || codeOf((error as Error).cause);
}
