import { isJsonObject, type LoadedContract } from '../../generate/index';
import { itemOf, mayBeNull, memberOf, type Part } from '../../resources/index';

/** A value without members that are `null` where its schema has none: they say that there is nothing. */
export function withoutNulls(loaded: LoadedContract, part: Part, value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((item, index) => withoutNulls(loaded, itemOf(loaded, part, index), item));
  }
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).flatMap(([name, member]) => {
    const of = memberOf(loaded, part, name);
    if (of === undefined) return [[name, member] as const];
    if (member === null && !mayBeNull(loaded, of)) return [];
    return [[name, withoutNulls(loaded, of, member)] as const];
  });
  return Object.fromEntries(members);
}
