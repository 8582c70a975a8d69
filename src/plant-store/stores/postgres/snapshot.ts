import { statSync } from 'node:fs';
import { type PlantRow, MIN_ID, nextPageFrom, toPlant } from '../plant-table';
import { openSqliteStore } from '../sqlite/open';
import { type TokenRow, toTokenRecord } from '../token-table';
import type { Row, Session } from './client';
import type { PostgresPool } from './pool';
import { LIST_TOKENS, toTokenRow } from './token-table';

export function toPlantRow([id, name, tag]: Row): PlantRow {
  return { id: BigInt(id as string), name: name as string, tag: tag as string | null };
}

/** Rows of a page: few enough for memory, many enough for speed. */
const PAGE_ROWS = 2_000;
const PAGE = `SELECT id, name, tag FROM plants WHERE id >= $1 ORDER BY id LIMIT ${PAGE_ROWS}`;

/** The database as of the first read, however long reading takes. */
export class Snapshot {
  private constructor(private readonly session: Session) {}

  /** The caller ends it. @throws UnavailableError when the database failed or is closed */
  static async open(pool: PostgresPool): Promise<Snapshot> {
    const session = await pool.openSession();
    try {
      await session.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      return new Snapshot(session);
    } catch (error) {
      await session.end();
      throw error;
    }
  }

  /** The plants by ascending id, a page at a time. */
  async *plants(): AsyncGenerator<readonly PlantRow[], void, undefined> {
    for (let from: bigint | undefined = MIN_ID; from !== undefined;) {
      const rows: readonly PlantRow[] = (await this.session.query(PAGE, [from])).map(toPlantRow);
      yield rows;
      from = nextPageFrom(rows, PAGE_ROWS);
    }
  }

  async tokens(): Promise<readonly TokenRow[]> {
    return (await this.session.query(LIST_TOKENS)).map(toTokenRow);
  }

  /** Rolls back by closing the connection. */
  end(): Promise<void> {
    return this.session.end();
  }
}

/**
 * Copies a snapshot of plants and tokens to a new SQLite file.
 *
 * @throws UnavailableError when the database failed; Error when the file cannot be written
 */
export async function copyToSqlite(pool: PostgresPool, file: string): Promise<void> {
  const snapshot = await Snapshot.open(pool);
  try {
    await copy(snapshot, file);
  } finally {
    await snapshot.end();
  }
}

async function copy(snapshot: Snapshot, file: string): Promise<void> {
  const target = await openSqliteStore(file, { role: 'tool' });
  try {
    for await (const rows of snapshot.plants()) {
      const outcomes = await target.plants.createAll(rows.map(toPlant));
      const failed = outcomes.find((outcome) => outcome !== 'created');
      if (failed !== undefined) throw failed instanceof Error ? failed : new Error(failed);
    }
    for (const row of await snapshot.tokens()) await target.tokens.add(toTokenRecord(row));
  } finally {
    await target.close();
  }
  // Only the file itself is kept, so pages left in the log would be lost.
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  if (log !== undefined && log.size > 0) throw new Error('its log could not be moved into it');
}
