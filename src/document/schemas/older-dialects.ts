import { isJsonObject, without, type JsonObject } from '../model/json-object';

/**
 * Schemas of older drafts in the words of JSON Schema 2020-12, one schema at a time.
 *
 * @see https://json-schema.org/specification-links#migrating-from-older-drafts
 */

export type Modernise = (schema: JsonObject) => JsonObject;

/**
 * Draft 2019-09: a list of `items` is `prefixItems`. Exclusive limits may be flags of `minimum` and
 * `maximum`: they are in draft 04, and mean nothing else in later ones.
 */
export const from2019: Modernise = (schema) => withPrefixItems(withLimits(schema));

/** Drafts 04 to 07: also, `$ref` stands alone, and `dependencies` is split. */
export const fromDrafts4To7: Modernise = (schema) =>
  typeof schema.$ref === 'string' ? { $ref: schema.$ref } : from2019(withDependents(schema));

function withLimits(schema: JsonObject): JsonObject {
  return withExclusive(
    withExclusive(schema, 'minimum', 'exclusiveMinimum'),
    'maximum',
    'exclusiveMaximum',
  );
}

function withPrefixItems(schema: JsonObject): JsonObject {
  const { items, additionalItems } = schema;
  const rest = without(schema, 'additionalItems');
  if (!Array.isArray(items)) return rest;
  return {
    ...without(rest, 'items'),
    ...(items.length > 0 && { prefixItems: items as unknown[] }),
    ...(additionalItems !== undefined && { items: additionalItems }),
  };
}

function withDependents(schema: JsonObject): JsonObject {
  const { dependencies } = schema;
  if (!isJsonObject(dependencies)) return schema;
  const entries = Object.entries(dependencies);
  const required = entries.filter(([, value]) => Array.isArray(value));
  const schemas = entries.filter(([, value]) => !Array.isArray(value));
  return {
    ...without(schema, 'dependencies'),
    ...(required.length > 0 && { dependentRequired: Object.fromEntries(required) }),
    ...(schemas.length > 0 && { dependentSchemas: Object.fromEntries(schemas) }),
  };
}

function withExclusive(schema: JsonObject, limit: string, exclusive: string): JsonObject {
  if (typeof schema[exclusive] !== 'boolean') return schema;
  const rest = without(schema, exclusive);
  if (!schema[exclusive] || !(limit in rest)) return rest;
  return { ...without(rest, limit), [exclusive]: rest[limit] };
}
