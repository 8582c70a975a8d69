import { isJsonObject, type JsonObject } from '../document/json-object';
import { fragmentPointer, valueAt } from '../document/json-pointer';

/**
 * Which way a message goes, which decides what `readOnly` and `writeOnly` mean: a property that does
 * not go this way is neither demanded, nor given to a handler, nor sent in a response.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-9.4
 */
export type Direction = 'request' | 'response';

/** True for a property schema that is `readOnly` in a request or `writeOnly` in a response. */
export function goesOtherWay(document: JsonObject, schema: unknown, direction: Direction): boolean {
  const keyword = direction === 'request' ? 'readOnly' : 'writeOnly';
  return withReferenced(document, schema).some((each) => each[keyword] === true);
}

/** Names of the properties that do not go this way, by a schema and all that apply with it. */
export function otherWayNames(
  document: JsonObject,
  schema: JsonObject,
  direction: Direction,
): ReadonlySet<string> {
  const names = withReferenced(document, schema).flatMap(({ properties }) =>
    Object.entries(isJsonObject(properties) ? properties : {})
      .filter(([, property]) => goesOtherWay(document, property, direction))
      .map(([name]) => name),
  );
  return new Set(names);
}

/** A schema, those that it refers to, and those of their `allOf`: what always applies to the value. */
function withReferenced(
  document: JsonObject,
  schema: unknown,
  found: JsonObject[] = [],
): readonly JsonObject[] {
  if (!isJsonObject(schema) || found.includes(schema)) return found;
  found.push(schema);
  const pointer = typeof schema.$ref === 'string' ? fragmentPointer(schema.$ref) : undefined;
  if (pointer !== undefined) withReferenced(document, valueAt(document, pointer), found);
  if (Array.isArray(schema.allOf)) {
    for (const each of schema.allOf) withReferenced(document, each, found);
  }
  return found;
}
