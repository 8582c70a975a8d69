import type { JsonObject } from '../model/json-object';
import { typesOf } from './admitted-types';
import { BOUNDS } from './keywords';

/**
 * True for a schema of integers that are exact beyond 2^53, which handlers get as `bigint`: with a 64-bit format, or
 * `type: integer` with a bound or value beyond the safe range.
 */
export function isBigintSchema(schema: JsonObject): boolean {
  const types = typesOf(schema);
  const isInteger = types.includes('integer') && !types.includes('number');
  if (schema.format === 'int64' || schema.format === 'uint64') {
    return types.length === 0 || types.includes('integer') || types.includes('number');
  }
  return isInteger && (BOUNDS.some((keyword) => isLarge(schema[keyword])) || listsLarge(schema));
}

function listsLarge(schema: JsonObject): boolean {
  const values: unknown = 'const' in schema ? [schema.const] : schema.enum;
  return Array.isArray(values) && values.some(isLarge);
}

/** True for an integer beyond the range in which doubles are exact. */
function isLarge(value: unknown): boolean {
  return (
    typeof value === 'bigint' ||
    (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER)
  );
}
