import type { JsonObject } from '../../document/model/json-object';
import type { Place, SchemaAt } from '../../document/model/schema-at';

/** Where schemas stand that no document holds: no JSON Pointer, which begins with a slash. */
const MADE = 'made';

/** A schema that no document holds, such as what a discriminator asks for. */
export function made(schema: JsonObject): SchemaAt {
  return { schema, pointer: MADE };
}

/** True for such a schema, and for one within. */
export function isSynthetic({ pointer }: SchemaAt): boolean {
  return pointer.startsWith(MADE);
}

/** The limits that the schemas set by a keyword. */
export function limits(places: readonly Place[], keyword: string): number[] {
  return places.map(({ schema }) => schema[keyword]).filter((value) => typeof value === 'number');
}
