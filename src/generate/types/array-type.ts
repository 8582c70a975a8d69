import { arrayType, tupleType, UNKNOWN, type TypeText } from './type-text';
import { type SchemaAt, type Place, listAt, memberAt } from '../../document/model/schema-at';

/**
 * The type of arrays by the keywords of one schema; undefined when it says nothing of their items.
 * Items that `prefixItems` names may be missing, and others may follow, unless the schema says no.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.1
 */
export function arrayTypeOf(
  place: Place,
  typeOf: (schema: SchemaAt) => TypeText,
): TypeText | undefined {
  const prefix = listAt(place, 'prefixItems');
  const items = memberAt(place, 'items');
  const rest = items.schema === false ? undefined : typeOf(items);
  const longest = Number(place.schema.maxItems ?? Infinity);
  if (prefix.length === 0) {
    if (rest === undefined || longest === 0) return tupleType([], 0, undefined);
    return rest === UNKNOWN ? undefined : arrayType(rest);
  }
  const first = prefix.slice(0, longest).map(typeOf);
  const shortest = Number(place.schema.minItems ?? 0);
  return tupleType(first, shortest, longest > prefix.length ? rest : undefined);
}
