import type { JsonObject } from '../../document';

/** True if it is deprecated and its announced sunset has passed. */
export function isPastSunset(value: JsonObject): boolean {
  return value.deprecated === true && sunsetOf(value) <= Date.now();
}

/** In milliseconds; NaN if there is none. */
export function sunsetOf(value: JsonObject): number {
  return Date.parse(String(value['x-sunset']));
}
