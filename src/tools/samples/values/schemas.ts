import type { JsonObject, ObjectSchemaAt, SchemaAt } from '../../document';

/** The pointer of schemas outside the document; no JSON Pointer, since these start with a slash. */
const MADE = 'made';

/** A schema outside the document, for example for a discriminator value. */
export function made(schema: JsonObject): SchemaAt {
  return { schema, pointer: MADE };
}

/** True for such a schema, and for schemas in it. */
export function isSynthetic({ pointer }: SchemaAt): boolean {
  return pointer.startsWith(MADE);
}

/** The numeric limits that the schemas set by a keyword. */
export function limits(places: readonly ObjectSchemaAt[], keyword: string): number[] {
  return places.map(({ schema }) => schema[keyword]).filter((value) => typeof value === 'number');
}
