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
  const entries: [string, unknown][] = [];
  let isOther = copy;
  for (const key of Object.keys(object)) {
    const value = map(key, object[key]);
    isOther ||= value !== object[key];
    entries.push([key, value]);
  }
  return isOther ? Object.fromEntries(entries) : object;
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
