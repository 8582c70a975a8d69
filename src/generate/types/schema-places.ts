import { strings, type JsonObject } from '../../document/model/json-object';

/** Names that a schema demands. */
export function requiredNames(schema: JsonObject): string[] {
  return [...new Set(strings(schema.required))];
}

/** The values that a schema lists; those of `const` where there is `enum` too. */
export function valuesOf(schema: JsonObject): unknown[] | undefined {
  if ('const' in schema) return [schema.const];
  return Array.isArray(schema.enum) ? (schema.enum as unknown[]) : undefined;
}

/** The types of JSON that TypeScript tells apart. */
const JSON_TYPES = ['object', 'array', 'string', 'number', 'boolean', 'null'] as const;
export type JsonType = (typeof JSON_TYPES)[number];
export const ALL_TYPES: ReadonlySet<JsonType> = new Set(JSON_TYPES);

/** The type of a value; an integer is a number. */
export function jsonType(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'bigint' ? 'number' : (typeof value as JsonType);
}
