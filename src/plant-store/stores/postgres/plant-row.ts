import type { PlantRow } from '../plant-table';
import type { Row } from './client';

/** A row of id, name and tag. */
export function toPlantRow([id, name, tag]: Row): PlantRow {
  return { id: BigInt(id as string), name: name as string, tag: tag as string | null };
}
