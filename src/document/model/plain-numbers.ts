import { isJsonObject } from './json-object';
import { mapEntries, mapItems } from './map-values';

/** The value with doubles in place of bigints, for validators that know only those. */
export function plainNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return mapItems(value, plainNumbers);
  return isJsonObject(value) ? mapEntries(value, (_, item) => plainNumbers(item)) : value;
}
