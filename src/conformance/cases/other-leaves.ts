import { pointerKeys } from '../../contract';
import { isJsonObject } from '../../generate/index';

/**
 * A value whose strings and numbers are those of another value where that has some of the same type, all
 * but the ones at a place and below.
 *
 * @param kept JSON Pointer of the place in the value; '' keeps only what is no leaf
 * @param isOfInterest false for the name of a member that stays as it is; all are exchanged by default
 */
export function withOtherLeaves(
  value: unknown,
  others: unknown,
  kept: string,
  isOfInterest: (name: string) => boolean = () => true,
): unknown {
  if (kept === '' && isLeaf(value)) return value;
  const exchanged = (
    part: unknown,
    other: unknown,
    keys: readonly string[] | undefined,
    isLooked: boolean,
  ): unknown => {
    if (keys?.length === 0) return part;
    const below = (name: string): readonly string[] | undefined =>
      keys?.[0] === name ? keys.slice(1) : undefined;
    if (Array.isArray(part)) {
      const items: readonly unknown[] = Array.isArray(other) ? other : [];
      return part.map((item, index) =>
        exchanged(item, items[index], below(String(index)), isLooked),
      );
    }
    if (isJsonObject(part)) {
      const members = isJsonObject(other) ? other : {};
      const entries = Object.entries(part).map(([name, member]) => [
        name,
        exchanged(member, members[name], below(name), isOfInterest(name)),
      ]);
      return Object.fromEntries(entries);
    }
    const isAlike = isLeaf(part) && isLeaf(other) && kindOf(part) === kindOf(other);
    return isLooked && isAlike ? other : part;
  };
  return exchanged(value, others, kept === '' ? undefined : pointerKeys(kept), isOfInterest(''));
}

function isLeaf(value: unknown): boolean {
  return kindOf(value) !== 'other';
}

function kindOf(value: unknown): string {
  if (typeof value === 'string') return 'string';
  return typeof value === 'number' || typeof value === 'bigint' ? 'number' : 'other';
}
