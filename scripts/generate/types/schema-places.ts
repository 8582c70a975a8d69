import { isJsonObject, strings, type JsonObject } from '../document/json-object';
import { childPointer } from '../document/json-pointer';

/** A schema and where it stands. */
export interface SchemaAt {
  readonly schema: unknown;
  readonly pointer: string;
}

/** A schema that is an object, and where it stands. */
export interface Place {
  readonly schema: JsonObject;
  readonly pointer: string;
}

/** The schemas of a keyword that holds a list of them. */
export function listAt({ schema, pointer }: Place, keyword: string): SchemaAt[] {
  const list: unknown = schema[keyword];
  if (!Array.isArray(list)) return [];
  return list.map((item: unknown, index) => {
    return { schema: item, pointer: childPointer(pointer, keyword, index) };
  });
}

/** The schemas of a keyword that holds them by name. */
export function mapAt({ schema, pointer }: Place, keyword: string): [string, SchemaAt][] {
  const map = schema[keyword];
  if (!isJsonObject(map)) return [];
  return Object.entries(map).map(([name, item]) => {
    return [name, { schema: item, pointer: childPointer(pointer, keyword, name) }];
  });
}

/** The schema of a keyword; of no account where there is none. */
export function memberAt({ schema, pointer }: Place, keyword: string): SchemaAt {
  return { schema: schema[keyword], pointer: childPointer(pointer, keyword) };
}

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
