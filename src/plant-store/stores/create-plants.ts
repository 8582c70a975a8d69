import { UnavailableError } from '../../contract/failure';
import type { Plant } from '../plants/plant';
import type { CreateOutcome, CreateVerdict } from '../plants/plant-store';
import { idKey, toPlantRow, type PlantRow, type PlantTable } from './plant-table';

/**
 * Adds plants in one commit, and tells what became of each. Of several with one id the first counts.
 * When one of them cannot be kept, the others are, in commits of halves.
 *
 * @returns the outcomes in the order of the plants
 * @throws UnavailableError when the database failed; a part may have been added
 */
export async function createPlants(
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
