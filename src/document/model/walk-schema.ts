import { isJsonObject, type JsonObject, mapEntries, mapItems } from './json-object';
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

/** Replaces the subschemas one level down; returns the same schema when none changed. */
export function mapSubschemas(
  schema: JsonObject,
  map: (subschema: unknown, pointer: string) => unknown,
  pointer = '',
): JsonObject {
  return mapEntries(schema, (keyword, value) => {
    if (SINGLE.has(keyword)) return map(value, childPointer(pointer, keyword));
    if (LISTS.has(keyword) && Array.isArray(value)) {
      const at = childPointer(pointer, keyword);
      return mapItems(value, (item, index) => map(item, childPointer(at, index)));
    }
    if (MAPS.has(keyword) && isJsonObject(value)) {
      const at = childPointer(pointer, keyword);
      return mapEntries(value, (name, item) => map(item, childPointer(at, name)));
    }
    return value;
  });
}

/** Calls `visit` for a schema and all its subschemas, except boolean ones. */
export function visitSchemas(
  schema: unknown,
  pointer: string,
  visit: (schema: JsonObject, pointer: string) => void,
): void {
  if (!isJsonObject(schema)) return;
  visit(schema, pointer);
  visitSubschemas(schema, pointer, (subschema, at) => {
    visitSchemas(subschema, at, visit);
  });
}

/** Calls `visit` for the subschemas one level down. */
export function visitSubschemas(
  schema: JsonObject,
  pointer: string,
  visit: (subschema: unknown, pointer: string) => void,
): void {
  mapSubschemas(
    schema,
    (subschema, at) => {
      visit(subschema, at);
      return subschema;
    },
    pointer,
  );
}
