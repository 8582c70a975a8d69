import { UnavailableError } from 'openapi-trellis/contract';
import { idKey, type PlantRow, type PlantTable } from '../plant-table';
import { toPlantRow, Snapshot } from './snapshot';
import type { PostgresPool } from './pool';

/**
 * Not a prepared statement, which transaction poolers lose: it would save 0.1 ms for some 20 rows, and nothing for
 * many.
 */
const INSERT = `INSERT INTO plants (id, name, tag)
  SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[])
  ON CONFLICT (id) DO NOTHING RETURNING id`;
/** In a sharded table, only this statement is routed to a single shard. */
const INSERT_ONE = `INSERT INTO plants (id, name, tag) VALUES ($1::bigint, $2::text, $3::text)
  ON CONFLICT (id) DO NOTHING RETURNING id`;
const FIND = 'SELECT id, name, tag FROM plants WHERE id = ANY($1::bigint[])';

export class PostgresPlants implements PlantTable {
  constructor(private readonly pool: PostgresPool) {}

  async insert(rows: readonly PlantRow[]): Promise<readonly PlantRow[]> {
    const columns = [
      rows.map(({ id }) => id),
      rows.map(({ name }) => name),
      rows.map(({ tag }) => tag),
    ];
    const added = await (rows.length === 1
      ? this.pool.query(INSERT_ONE, columns.flat())
      : this.pool.query(INSERT, columns));
    if (added.length === rows.length) return [];
    const addedKeys = new Set(added.map(([id]) => idKey(id as string)));
    const others = rows.map(({ id }) => id).filter((id) => !addedKeys.has(idKey(id)));
    // A separate statement: the one above does not see rows committed while it waited.
    const before = (await this.pool.query(FIND, [others])).map(toPlantRow);
    if (before.length === others.length) return before;
    throw new UnavailableError('Plants were removed from the database meanwhile');
  }

  async *pages(): AsyncGenerator<readonly PlantRow[], void, undefined> {
    const snapshot = await Snapshot.open(this.pool);
    try {
      yield* snapshot.plants();
    } finally {
      await snapshot.end();
    }
  }
}
