import {
  childPointer,
  type DocumentFault,
  type JsonObject,
  visitObjects,
  visitSchemas,
} from '../../document';

/** Lists up to this length take no more than other schemas of their size. Few real ones are longer. */
const SHORT = 50;

/**
 * Of all longer lists of a document, each alternative takes some 100 KB of memory in generation. Real documents have
 * fewer than 400.
 */
const MAX_ALTERNATIVES = 4_000;

/** A fault for each list of alternatives that, with the shorter ones, is too long to compile. */
export function alternativesFaults(document: JsonObject): DocumentFault[] {
  let total = 0;
  return longLists(document).flatMap(({ pointer, length }) => {
    total += length;
    if (total <= MAX_ALTERNATIVES) return [];
    const message = `has ${length} alternatives, and all lists of more than ${SHORT} may have ${MAX_ALTERNATIVES} together; state what they have in common, such as by "enum" or "pattern"`;
    return [{ pointer, message }];
  });
}

/** The long lists of alternatives, the shortest first. */
function longLists(document: JsonObject): { readonly pointer: string; readonly length: number }[] {
  const lists: { pointer: string; length: number }[] = [];
  visitObjects('openapi', document, '', (kind, value, at) => {
    if (kind !== 'schema') return;
    visitSchemas(value, at, (schema, place) => {
      for (const keyword of ['anyOf', 'oneOf']) {
        const list = schema[keyword];
        if (!Array.isArray(list) || list.length <= SHORT) continue;
        lists.push({ pointer: childPointer(place, keyword), length: list.length });
      }
    });
  });
  return lists.sort((one, other) => one.length - other.length);
}
