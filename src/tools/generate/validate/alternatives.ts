import {
  childPointer,
  type DocumentFault,
  type JsonObject,
  visitObjects,
  visitSchemas,
} from '../../document';

/** Twenty times those of the largest schemas of real services; validators and types of more fill the memory. */
const MAX_ALTERNATIVES = 3_000;

/** A fault for each schema with more alternatives than can be compiled. */
export function alternativesFaults(document: JsonObject): DocumentFault[] {
  const faults: DocumentFault[] = [];
  visitObjects('openapi', document, '', (kind, value, pointer) => {
    if (kind !== 'schema') return;
    let [all, most, place] = [0, 0, pointer];
    visitSchemas(value, pointer, (schema, at) => {
      for (const keyword of ['anyOf', 'oneOf']) {
        const list = schema[keyword];
        const count = Array.isArray(list) ? list.length : 0;
        all += count;
        if (count > most) [most, place] = [count, childPointer(at, keyword)];
      }
    });
    if (all <= MAX_ALTERNATIVES) return;
    const message = `a schema may have ${MAX_ALTERNATIVES} alternatives, and this one has ${all}; state what they have in common, such as by "enum" or "pattern"`;
    faults.push({ pointer: place, message });
  });
  return faults;
}
