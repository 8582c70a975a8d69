import { pointerKeys } from '../../contract';
import { type CoverageValue, isJsonObject } from '../../generate/index';

/** Keywords of which a value shows as much with fewer members. */
const OF_MEMBERS = ['type', 'properties', 'required', 'additionalProperties'];

/**
 * What a case is about, put into a value that was accepted, or that has nothing else: what is refused then
 * is refused for it, and not for what stands beside it.
 */
export function amongAccepted(made: CoverageValue, accepted: unknown): unknown {
  const put = (part: unknown, known: unknown, keys: readonly string[]): unknown => {
    const into = known === undefined && isJsonObject(part) ? {} : known;
    const [key, ...rest] = keys;
    if (key === undefined) return withMembersOf(made, part, into);
    if (Array.isArray(part) && Array.isArray(into)) {
      const items: readonly unknown[] = into;
      const index = Number(key);
      const isThere = index < items.length;
      return isThere ? items.with(index, put(part[index], items[index], rest)) : part;
    }
    if (!isJsonObject(part) || !isJsonObject(into)) return part;
    return { ...into, [key]: put(part[key], into[key], rest) };
  };
  return put(made.value, accepted, pointerKeys(made.instance));
}

/** The members that both have, as they were accepted. */
function withMembersOf({ keyword }: CoverageValue, part: unknown, accepted: unknown): unknown {
  if (!OF_MEMBERS.includes(keyword) || !isJsonObject(part) || !isJsonObject(accepted)) return part;
  return Object.fromEntries(Object.entries(accepted).filter(([name]) => Object.hasOwn(part, name)));
}
