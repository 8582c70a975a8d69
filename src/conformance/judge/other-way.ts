import { type Direction, entries, isJsonObject, type LoadedContract } from '../../generate/index';
import { directionalDocument } from './directional-document';

/** By document, then by direction and pointer. */
const known = new WeakMap<object, Map<string, ReadonlySet<string>>>();

/**
 * Names of the properties in a schema, or in what it refers to, that do not go in a direction: those that
 * are read-only in a request, and write-only in a response.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-9.4
 */
export function otherWayMembers(
  loaded: Pick<LoadedContract, 'resolver'>,
  pointer: string,
  direction: Direction,
): ReadonlySet<string> {
  const found = known.get(loaded) ?? new Map<string, ReadonlySet<string>>();
  known.set(loaded, found);
  const key = `${direction} ${pointer}`;
  const names = found.get(key) ?? directionalDocument(loaded, pointer, direction).otherWay;
  found.set(key, names);
  return names;
}

/** True for a value in which an object has a member of one of the names. */
export function holdsMember(value: unknown, names: ReadonlySet<string>): boolean {
  if (names.size === 0) return false;
  if (Array.isArray(value)) return value.some((item) => holdsMember(item, names));
  return entries(value).some(([name, member]) => names.has(name) || holdsMember(member, names));
}

/** The value without the members of those names. */
export function withoutMembers(value: unknown, names: ReadonlySet<string>): unknown {
  if (names.size === 0) return value;
  if (Array.isArray(value)) return value.map((item) => withoutMembers(item, names));
  if (!isJsonObject(value)) return value;
  const kept = entries(value).filter(([name]) => !names.has(name));
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutMembers(member, names)]));
}
