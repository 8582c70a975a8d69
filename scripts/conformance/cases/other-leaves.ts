import { pointerKeys } from '../../../src/contract';
import { isJsonObject } from '../../generate/index';

/**
 * A value whose strings and numbers are those of another value where that has some of the same type, all
 * but the ones at a place and below.
 *
 * @param kept JSON Pointer of the place in the value; '' keeps only what is no leaf
 */
export function withOtherLeaves(value: unknown, others: unknown, kept: string): unknown {
  if (kept === '' && isLeaf(value)) return value;
  return exchanged(value, others, kept === '' ? undefined : pointerKeys(kept));
}

function exchanged(value: unknown, others: unknown, kept: readonly string[] | undefined): unknown {
  if (kept?.length === 0) return value;
  const below = (name: string): readonly string[] | undefined =>
    kept?.[0] === name ? kept.slice(1) : undefined;
  if (Array.isArray(value)) {
    const items: readonly unknown[] = Array.isArray(others) ? others : [];
    return value.map((item, index) => exchanged(item, items[index], below(String(index))));
  }
  if (isJsonObject(value)) {
    const members = isJsonObject(others) ? others : {};
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        exchanged(member, members[name], below(name)),
      ]),
    );
  }
  return isLeaf(value) && isLeaf(others) && kindOf(value) === kindOf(others) ? others : value;
}

function isLeaf(value: unknown): boolean {
  return kindOf(value) !== 'other';
}

function kindOf(value: unknown): string {
  if (typeof value === 'string') return 'string';
  return typeof value === 'number' || typeof value === 'bigint' ? 'number' : 'other';
}
