/** A JSON object as it was read; nothing is known of its members. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value if it is an object, else an empty one. */
export function asObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The members of a value if it is an object, in their order: of a map, whose names may begin with `x-`. */
export function entries(value: unknown): [name: string, member: unknown][] {
  return isJsonObject(value) ? Object.entries(value) : [];
}

/** The members of an object that may be extended, in their order, without its extensions (`x-`). */
export function members(value: unknown): [key: string, member: unknown][] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).filter(([key]) => !key.startsWith('x-'));
}

/** The strings of a value that is an array of them; none when it is something else. */
export function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** The object without some of its members. */
export function without(object: JsonObject, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !keys.includes(name)));
}
