import type { Plant } from '../plants/plant';
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
export function toPlantRow({ id, name, tag }: Plant): PlantRow {
  if (BigInt.asIntN(64, id) !== id) throw new RangeError(`The id ${id} is not an int64`);
  return { id, name: escapeText(name), tag: tag === undefined ? null : escapeText(tag) };
}

/** The inverse of {@link toPlantRow}. */
export function toPlant({ id, name, tag }: PlantRow): Plant {
  const plant = { id, name: unescapeText(name) };
  return tag === null ? plant : { ...plant, tag: unescapeText(tag) };
}
