import {
  childPointer,
  type DocumentFault,
  type JsonObject,
  visitObjects,
  visitSchemas,
} from '../../document';

/** More than the largest schemas of real services have. Further schemas are long ones. */
const LONG = 200;

/** For all long schemas together, since each alternative takes some 100 KB of memory in generation. */
const MAX_ALTERNATIVES = 4_000;

/** A fault for each schema whose alternatives, with those of smaller long schemas, are too many to compile. */
export function alternativesFaults(document: JsonObject): DocumentFault[] {
  let total = 0;
  return longSchemas(document).flatMap(({ pointer, count }) => {
    total += count;
    if (total <= MAX_ALTERNATIVES) return [];
    const message = `the schema has ${count} alternatives, and all that have more than ${LONG} may have ${MAX_ALTERNATIVES} together; state what they have in common, such as by "enum" or "pattern"`;
    return [{ pointer, message }];
  });
}

/** The schemas with many alternatives, the smallest first, and their longest lists. */
function longSchemas(document: JsonObject): { readonly pointer: string; readonly count: number }[] {
  const long: { pointer: string; count: number }[] = [];
  visitObjects('openapi', document, '', (kind, value, at) => {
    if (kind !== 'schema') return;
    let [count, most, pointer] = [0, 0, at];
    visitSchemas(value, at, (schema, place) => {
      for (const keyword of ['anyOf', 'oneOf']) {
        const list = schema[keyword];
        const length = Array.isArray(list) ? list.length : 0;
        count += length;
        if (length > most) [most, pointer] = [length, childPointer(place, keyword)];
      }
    });
    if (count > LONG) long.push({ pointer, count });
  });
  return long.sort((one, other) => one.count - other.count);
}
