import { childPointer, valueAt } from '../generate/document/json-pointer';
import { isJsonObject, type JsonObject } from '../generate/document/json-object';
import type { Resolver } from '../generate/document/resolve';

/** A schema and where it stands; one that no document holds, such as a discriminator's, stands nowhere. */
export interface SchemaAt<Schema = unknown> {
  readonly schema: Schema;
  readonly pointer: string | undefined;
}

/** A schema that may be anything, as a Schema Object or its absence says. */
export const ANYTHING: SchemaAt = { schema: true, pointer: undefined };

/** The schema at a pointer of the document. */
export function schemaAt(resolver: Resolver, pointer: string): SchemaAt {
  return { schema: valueAt(resolver.document, pointer), pointer };
}

/** A schema within another one. */
export function subschema(
  { schema, pointer }: SchemaAt<JsonObject>,
  keyword: string,
  ...keys: (string | number)[]
): SchemaAt {
  const found = valueAt(schema[keyword], childPointer('', ...keys));
  const at = pointer === undefined ? undefined : childPointer(pointer, keyword, ...keys);
  return { schema: found, pointer: at };
}

/** Those of a keyword that holds a list of schemas. */
export function listed(place: SchemaAt<JsonObject>, keyword: string): SchemaAt[] {
  const list = place.schema[keyword];
  return Array.isArray(list) ? list.map((_, index) => subschema(place, keyword, index)) : [];
}

/** The schema that `$ref` names, if there is one. */
export function referenced(
  resolver: Resolver,
  { schema, pointer }: SchemaAt<JsonObject>,
): SchemaAt[] {
  if (typeof schema.$ref !== 'string') return [];
  return [schemaAt(resolver, resolver.target(schema.$ref, pointer ?? ''))];
}

export function isObjectSchema(place: SchemaAt): place is SchemaAt<JsonObject> {
  return isJsonObject(place.schema);
}
