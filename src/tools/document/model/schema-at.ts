import { isJsonObject, type JsonObject } from './json-object';
import { childPointer, valueUnder } from './json-pointer';

export interface SchemaAt<Schema = unknown> {
  readonly schema: Schema;
  /** JSON Pointer (RFC 6901) into the document. */
  readonly pointer: string;
}

/** A schema that is an object, not a boolean. */
export type ObjectSchemaAt = SchemaAt<JsonObject>;

export function isPlace(at: SchemaAt): at is ObjectSchemaAt {
  return isJsonObject(at.schema);
}

/** The schema under a keyword, or deeper; `schema` is undefined where there is none. */
export function memberAt(
  { schema, pointer }: ObjectSchemaAt,
  keyword: string,
  ...keys: readonly (string | number)[]
): SchemaAt {
  return {
    schema: valueUnder(schema[keyword], keys),
    pointer: childPointer(pointer, keyword, ...keys),
  };
}

/** The schemas of a keyword whose value is a list, such as `allOf`. */
export function listAt({ schema, pointer }: ObjectSchemaAt, keyword: string): SchemaAt[] {
  const list = schema[keyword];
  if (!Array.isArray(list)) return [];
  return list.map((item: unknown, index) => {
    return { schema: item, pointer: childPointer(pointer, keyword, index) };
  });
}

/** The schemas of a keyword whose value is a map, such as `properties`, by name. */
export function mapAt({ schema, pointer }: ObjectSchemaAt, keyword: string): [string, SchemaAt][] {
  const map = schema[keyword];
  if (!isJsonObject(map)) return [];
  return Object.entries(map).map(([name, item]) => {
    return [name, { schema: item, pointer: childPointer(pointer, keyword, name) }];
  });
}

export function prefixLength({ schema }: ObjectSchemaAt): number {
  return Array.isArray(schema.prefixItems) ? schema.prefixItems.length : 0;
}

export function prefixItemAt(place: ObjectSchemaAt, index: number): SchemaAt[] {
  return index < prefixLength(place) ? [memberAt(place, 'prefixItems', index)] : [];
}
