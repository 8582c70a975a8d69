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
   * @param rows with ids that differ and are int64
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
