import { stringifyJson } from 'openapi-trellis/tools';

/** A JSON object as read; its members are unchecked. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function asObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The members of an object in order, including names with `x-`; none for other values. */
export function entries(value: unknown): [name: string, member: unknown][] {
  return isJsonObject(value) ? Object.entries(value) : [];
}

/** The members of an object in order, without extensions (`x-`); none for other values. */
export function members(value: unknown): [key: string, member: unknown][] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).filter(([key]) => !key.startsWith('x-'));
}

/** The strings in an array; none for other values. */
export function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** The objects in an array; none for other values. */
export function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

export function without(object: JsonObject, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !keys.includes(name)));
}

/**
 * Replace the values of an object or a list, one level down. Both return the same object when no value changed: most of
 * a large document stays as it is, and copies of it would fill the memory.
 */

/** @param copy returns a new object even when no value changed */
export function mapEntries(
  object: JsonObject,
  map: (key: string, value: unknown) => unknown,
  copy = false,
): JsonObject {
  let changed = copy ? { ...object } : undefined;
  for (const key of Object.keys(object)) {
    const value = map(key, object[key]);
    // An own member, so "__proto__" is a name like any other.
    if (value !== object[key]) (changed ??= { ...object })[key] = value;
  }
  return changed ?? object;
}

/** @param copy returns a new list even when no item changed */
export function mapItems(
  list: readonly unknown[],
  map: (item: unknown, index: number) => unknown,
  copy = false,
): readonly unknown[] {
  const mapped = list.map(map);
  return !copy && mapped.every((item, index) => item === list[index]) ? list : mapped;
}

/** The text of a value. Of an object, which may have a member "toString" that `String` would call, it is JSON. */
export function plainText(value: unknown): string {
  return typeof value === 'object' && value !== null ? stringifyJson(value) : String(value);
}

/** The value of a JSON text; undefined for a text that is none. @param reviver as of `JSON.parse` */
export function jsonIn(text: string, reviver?: Parameters<typeof JSON.parse>[1]): unknown {
  try {
    return JSON.parse(text, reviver);
  } catch {
    return undefined;
  }
}
