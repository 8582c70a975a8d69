import type { Plant } from '../../plants/plant';
import type { CreateVerdict, PlantStore } from '../../plants/plant-store';
import { escapeText, unescapeText } from '../escape';
import type { Connection } from './connection';

interface PlantRow {
  readonly id: bigint;
  readonly name: string;
  readonly tag: string | null;
}

const MIN_ID = -(2n ** 63n);
const MAX_ID = 2n ** 63n - 1n;

/** Rows read at a time by `list`: few enough to keep the event loop free, many enough to be quick. */
const PAGE_ROWS = 500;
const PAGE_SQL = `SELECT id, name, tag FROM plants WHERE id >= ? ORDER BY id LIMIT ${PAGE_ROWS}`;

/** The plants in a SQLite database. */
export class SqlitePlantStore implements PlantStore {
  private readonly insert;
  private readonly find;

  /** @param connection an open connection; the caller closes it */
  constructor(private readonly connection: Connection) {
    this.insert = connection.prepare(
      'INSERT INTO plants (id, name, tag) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING',
    );
    this.find = connection.prepare('SELECT name, tag FROM plants WHERE id = ?');
  }

  create(plant: Plant): Promise<CreateVerdict> {
    const row = toRow(plant);
    return this.connection.run(() => {
      if (this.insert.run(row.id, row.name, row.tag).changes === 1) return 'created';
      // No plant is ever deleted, so the one in the way is still there.
      const kept = this.find.get(row.id) as Omit<PlantRow, 'id'>;
      return kept.name === row.name && kept.tag === row.tag ? 'same' : 'taken';
    });
  }

  /**
   * Pages by id inside one read transaction. Pages, because the driver cannot finish an iteration
   * early: a caller who stops would leave the transaction open until the statement is collected.
   */
  async *list(): AsyncGenerator<Plant, void, undefined> {
    const snapshot = await this.connection.openSnapshot();
    try {
      const page = await snapshot.run(() => snapshot.prepare(PAGE_SQL).safeIntegers());
      for (let from: bigint | undefined = MIN_ID; from !== undefined;) {
        const first: bigint = from;
        const rows = await snapshot.run(() => page.all(first) as PlantRow[]);
        for (const row of rows) yield toPlant(row);
        from = nextFrom(rows);
      }
    } finally {
      snapshot.close();
    }
  }
}

/** The lowest id that the next page may hold; undefined after the last page. */
function nextFrom(rows: readonly PlantRow[]): bigint | undefined {
  const last = rows[PAGE_ROWS - 1]?.id;
  return last === undefined || last === MAX_ID ? undefined : last + 1n;
}

function toRow(plant: Plant): PlantRow {
  return {
    id: plant.id,
    name: escapeText(plant.name),
    tag: plant.tag === undefined ? null : escapeText(plant.tag),
  };
}

function toPlant(row: PlantRow): Plant {
  const plant = { id: row.id, name: unescapeText(row.name) };
  return row.tag === null ? plant : { ...plant, tag: unescapeText(row.tag) };
}
