import { isJsonObject, type JsonObject } from './json-object';
import { childPointer } from './json-pointer';

/**
 * Where a schema holds schemas.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-10
 */
const SINGLE = new Set([
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
const LISTS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const MAPS = new Set([
  '$defs',
  'definitions',
  'dependentSchemas',
  'patternProperties',
  'properties',
]);

/** A new schema with each subschema replaced, one level down. */
export function mapSubschemas(
  schema: JsonObject,
  map: (subschema: unknown, pointer: string) => unknown,
  pointer = '',
): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      const at = childPointer(pointer, keyword);
      if (SINGLE.has(keyword)) return [keyword, map(value, at)];
      if (LISTS.has(keyword) && Array.isArray(value)) {
        return [keyword, value.map((item, index) => map(item, childPointer(at, index)))];
      }
      if (MAPS.has(keyword) && isJsonObject(value)) {
        const entries = Object.entries(value).map(([name, item]) => {
          return [name, map(item, childPointer(at, name))];
        });
        return [keyword, Object.fromEntries(entries)];
      }
      return [keyword, value];
    }),
  );
}

/** Calls `visit` for a schema and each schema in it. Boolean schemas are not visited. */
export function visitSchemas(
  schema: unknown,
  pointer: string,
  visit: (schema: JsonObject, pointer: string) => void,
): void {
  if (!isJsonObject(schema)) return;
  visit(schema, pointer);
  mapSubschemas(
    schema,
    (subschema, at) => {
      visitSchemas(subschema, at, visit);
    },
    pointer,
  );
}
