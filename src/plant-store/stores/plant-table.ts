import { UnavailableError } from '../../contract/failure';
import type { Plant, CreateOutcome, CreateVerdict, PlantStore } from '../plants/plant-store';
import { Batches, type Concurrency, type CommitObserver } from './batches';
import { escapeText, unescapeText } from './escape';

/** A plant as a database keeps it: well-formed text without NUL, and null where there is no tag. */
export interface PlantRow {
  readonly id: bigint;
  readonly name: string;
  readonly tag: string | null;
}

/** What a kind of database does for plants; all else about them is done once, above it. */
export interface PlantTable {
  /**
   * Adds each row whose id is not there yet, all in one commit, which has reached the disk when this
   * resolves.
   *
   * @param rows by ascending id, no two with the same: so each page of a table is touched once, and two
   *   processes that insert the same ids cannot hold each other up for ever
   * @returns the rows that were there before, among the ids given
   * @throws UnavailableError when the database failed; then none was added, unless the commit got
   *   through and only its answer was lost. Any other error when a row cannot be kept; then none was added.
   */
  insert(rows: readonly PlantRow[]): Promise<readonly PlantRow[]>;

  /**
   * All rows by ascending id, some thousand at a time: a consistent picture of the moment at which
   * iteration begins.
   *
   * @throws UnavailableError when the database failed
   */
  pages(): AsyncIterable<readonly PlantRow[]>;
}

/** Where pages begin. */
export const MIN_ID = -(2n ** 63n);
const MAX_ID = 2n ** 63n - 1n;

/**
 * The lowest id that the next page may hold.
 *
 * @param pageRows rows of a page that is not the last
 * @returns undefined after the last page
 */
export function nextPageFrom(rows: readonly PlantRow[], pageRows: number): bigint | undefined {
  const last = rows[pageRows - 1]?.id;
  return last === undefined || last === MAX_ID ? undefined : last + 1n;
}

/**
 * What a Map or Set has for an id. V8 hashes a bigint, and a text that is a number, in a way that anybody
 * can work out, so that chosen ids would share a hash and each of them cost a look at all others; any
 * other text it hashes with a secret of the process.
 *
 * @param id an integer, or its decimal text
 */
export function idKey(id: bigint | string): string {
  return `#${id}`;
}

/** @throws RangeError when the id is not an int64 */
function toPlantRow({ id, name, tag }: Plant): PlantRow {
  if (BigInt.asIntN(64, id) !== id) throw new RangeError(`The id ${id} is not an int64`);
  return { id, name: escapeText(name), tag: tag === undefined ? null : escapeText(tag) };
}

/** The inverse of {@link toPlantRow}. */
export function toPlant({ id, name, tag }: PlantRow): Plant {
  const plant = { id, name: unescapeText(name) };
  return tag === null ? plant : { ...plant, tag: unescapeText(tag) };
}

/** What a plant keeps in memory beside its text, in bytes: a round guess. */
const BASE_WEIGHT = 200;
/** 1 MiB: some five thousand small plants, a commit of a few milliseconds. */
const MAX_BATCH_WEIGHT = 2 ** 20;
/** 64 MiB: what may wait for a database that stands still before further creates are refused. */
const MAX_WAITING_WEIGHT = 2 ** 26;

/** The plants of a database of any kind: creates that come together share a commit. */
export class TablePlantStore implements PlantStore {
  private readonly creates: Batches<Plant, CreateVerdict>;

  /** @param commits how many the database may work on at once */
  constructor(
    private readonly table: PlantTable,
    commits: Concurrency,
  ) {
    this.creates = new Batches({
      run: (plants) => this.createAll(plants),
      weigh: weightOf,
      maxBatchWeight: MAX_BATCH_WEIGHT,
      maxWaitingWeight: MAX_WAITING_WEIGHT,
      ...commits,
    });
  }

  observe(observer: CommitObserver): void {
    this.creates.observer = observer;
  }

  create(plant: Plant): Promise<CreateVerdict> {
    return this.creates.add(plant);
  }

  createAll(plants: readonly Plant[]): Promise<readonly CreateOutcome[]> {
    return createPlants(this.table, plants);
  }

  async *list(): AsyncGenerator<Plant, void, undefined> {
    for await (const rows of this.table.pages()) {
      for (const row of rows) yield toPlant(row);
    }
  }
}

function weightOf({ name, tag = '' }: Plant): number {
  return BASE_WEIGHT + 2 * (name.length + tag.length);
}

/**
 * Adds plants in one commit, and tells what became of each. Of several with one id the first counts.
 * When one of them cannot be kept, the others are, in commits of halves.
 *
 * @returns the outcomes in the order of the plants
 * @throws UnavailableError when the database failed; a part may have been added
 */
async function createPlants(
  table: PlantTable,
  plants: readonly Plant[],
): Promise<readonly CreateOutcome[]> {
  try {
    return await createTogether(table, plants);
  } catch (error) {
    if (error instanceof UnavailableError) throw error;
    if (plants.length === 1) return [error as Error];
    const middle = Math.ceil(plants.length / 2);
    const first = await createPlants(table, plants.slice(0, middle));
    return [...first, ...(await createPlants(table, plants.slice(middle)))];
  }
}

async function createTogether(
  table: PlantTable,
  plants: readonly Plant[],
): Promise<readonly CreateVerdict[]> {
  const keyed = plants.map(toPlantRow).map((row) => [idKey(row.id), row] as const);
  const kept = new Map<string, PlantRow>();
  for (const [key, row] of keyed) if (!kept.has(key)) kept.set(key, row);
  const inserted = [...kept.values()].sort(byId);
  for (const row of await table.insert(inserted)) kept.set(idKey(row.id), row);
  return keyed.map(([key, row]) => verdictOn(row, kept.get(key)));
}

function byId(one: PlantRow, other: PlantRow): number {
  return one.id < other.id ? -1 : 1;
}

/** @param kept the row that the database has under the id now */
function verdictOn(row: PlantRow, kept: PlantRow | undefined): CreateVerdict {
  if (kept === row) return 'created';
  return kept?.name === row.name && kept.tag === row.tag ? 'same' : 'taken';
}
