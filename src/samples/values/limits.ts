import type { Place } from '../../document/model/schema-at';

/** The limits that the schemas set by a keyword. */
export function limits(places: readonly Place[], keyword: string): number[] {
  return places.map(({ schema }) => schema[keyword]).filter((value) => typeof value === 'number');
}
