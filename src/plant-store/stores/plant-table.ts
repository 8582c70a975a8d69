import { UnavailableError } from 'openapi-trellis/contract';
import type { Plant, CreateOutcome, CreateVerdict, PlantStore } from '../plants/plant-store';
import { Batches, type Concurrency, type CommitObserver } from './batches';
import { escapeText, unescapeText } from './escape';

/** A plant as a database row: well-formed text without NUL, and null without a tag. */
export interface PlantRow {
  readonly id: bigint;
  readonly name: string;
  readonly tag: string | null;
}

/** The plant operations that differ by kind of database; everything else is done above it. */
export interface PlantTable {
  /**
   * Adds each row whose id does not exist yet, all in one commit, which has reached the disk when this resolves.
   *
   * @param rows by ascending id, without duplicates: each page of a table is touched only once, and two processes that
   *   insert the same ids cannot deadlock
   * @returns the rows that existed before, among the ids given
   * @throws UnavailableError when the database failed; then none was added, unless the commit succeeded and only its
   *   response was lost. Any other error when a row cannot be stored; then none was added.
   */
  insert(rows: readonly PlantRow[]): Promise<readonly PlantRow[]>;

  /**
   * All rows by ascending id, a thousand or more at a time: a consistent snapshot of the time at which iteration
   * begins.
   *
   * @throws UnavailableError when the database failed
   */
  pages(): AsyncIterable<readonly PlantRow[]>;
}

/** The first id of the first page. */
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
 * The key of an id in a Map or Set. V8 hashes bigints and integer-like texts predictably, so chosen ids could collide
 * and make each lookup linear (hash flooding). It hashes any other text with a secret of the process.
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

/** The memory of a plant in addition to its text, in bytes: an estimate. */
const BASE_WEIGHT = 200;
/** 1 MiB: some five thousand small plants, a commit of a few milliseconds. */
const MAX_BATCH_WEIGHT = 2 ** 20;
/** 64 MiB: the most that waits for a stalled database before creates are refused. */
const MAX_WAITING_WEIGHT = 2 ** 26;

/** The plants of a database of any kind: concurrent creates share a commit. */
export class TablePlantStore implements PlantStore {
  private readonly creates: Batches<Plant, CreateVerdict>;

  /** @param commits the database's concurrency */
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
 * Adds plants in one commit, and returns the outcome of each. Of several with one id the first wins. When one of them
 * cannot be stored, the others are, in commits of halves.
 *
 * @returns the outcomes in the order of the plants
 * @throws UnavailableError when the database failed; some may have been added
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

/** @param kept the row of the id now in the database */
function verdictOn(row: PlantRow, kept: PlantRow | undefined): CreateVerdict {
  if (kept === row) return 'created';
  return kept?.name === row.name && kept.tag === row.tag ? 'same' : 'taken';
}
