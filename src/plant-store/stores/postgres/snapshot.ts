import { MIN_ID, nextPageFrom, type PlantRow } from '../plant-table';
import type { TokenRow } from '../token-table';
import { toPlantRow } from './plant-row';
import type { PostgresPool } from './pool';
import type { Session } from './session';
import { LIST_TOKENS, toTokenRow } from './token-table';

/** Rows read at a time: few enough to hold in memory, many enough to be quick. */
const PAGE_ROWS = 2_000;
const PAGE = `SELECT id, name, tag FROM plants WHERE id >= $1 ORDER BY id LIMIT ${PAGE_ROWS}`;

/** The database as it is at the first read, however long reading takes. */
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

  /** Rolls back, by letting go of the connection. */
  end(): Promise<void> {
    return this.session.end();
  }
}
