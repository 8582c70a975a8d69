import type { JsonObject } from './json-object';

/**
 * Replace the values in an object or a list, one level down, and give the same one back when none is
 * another: most of a large document is what it should be, and copies of it would fill the memory.
 */

/** @param copy gives a new object even when no value is another */
export function mapEntries(
  object: JsonObject,
  map: (key: string, value: unknown) => unknown,
  copy = false,
): JsonObject {
  const keys = Object.keys(object);
  const values = keys.map((key) => map(key, object[key]));
  if (!copy && keys.every((key, index) => values[index] === object[key])) return object;
  return Object.fromEntries(keys.map((key, index) => [key, values[index]]));
}

/** @param copy gives a new list even when no item is another */
export function mapItems(
  list: readonly unknown[],
  map: (item: unknown, index: number) => unknown,
  copy = false,
): readonly unknown[] {
  const mapped = list.map(map);
  return !copy && mapped.every((item, index) => item === list[index]) ? list : mapped;
}
