import { escapeKey, pointerKeys } from 'openapi-trellis/tools';
import { isJsonObject, type JsonObject, mapEntries, mapItems } from './json-object';

/** @see https://www.rfc-editor.org/rfc/rfc6901#section-3 */

export { pointerKeys } from 'openapi-trellis/tools';

/** The pointer to a member of the value at `pointer`. */
export function childPointer(pointer: string, ...keys: readonly (string | number)[]): string {
  let child = pointer;
  for (const key of keys) child += `/${typeof key === 'number' ? key : escapeKey(key)}`;
  return child;
}

/** The pointer in a URI fragment, percent-decoded (RFC 6901, section 6); undefined for other fragments. */
export function fragmentPointer(reference: string): string | undefined {
  if (reference === '#') return '';
  if (!reference.startsWith('#/')) return undefined;
  try {
    return decodeURIComponent(reference.slice(1));
  } catch {
    return undefined;
  }
}

export function valueAt(root: unknown, pointer: string): unknown {
  return valueUnder(root, pointerKeys(pointer));
}

/** The value at the keys of a pointer, or undefined when there is none. */
export function valueUnder(root: unknown, keys: readonly (string | number)[]): unknown {
  let value = root;
  for (const key of keys) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** All prefixes of a pointer, from the root down to itself. */
export function pointerPrefixes(pointer: string): string[] {
  const prefixes: string[] = [];
  for (let end = pointer.indexOf('/'); end !== -1; end = pointer.indexOf('/', end + 1)) {
    prefixes.push(pointer.slice(0, end));
  }
  return [...prefixes, pointer];
}

/** The URI fragment of a pointer (RFC 6901, section 6). */
export function pointerFragment(pointer: string): string {
  return `#${encodeURI(pointer).replaceAll('#', '%23')}`;
}

/** A copy with the value at an existing place replaced. */
export function withValueAt(value: unknown, pointer: string, other: unknown): unknown {
  const replace = (inner: unknown, [key, ...rest]: readonly string[]): unknown => {
    if (key === undefined) return other;
    const at = (name: string, member: unknown): unknown =>
      name === key ? replace(member, rest) : member;
    if (Array.isArray(inner)) return mapItems(inner, (item, index) => at(String(index), item));
    return isJsonObject(inner) ? mapEntries(inner, at) : inner;
  };
  return replace(value, pointerKeys(pointer));
}

/** A copy without the members at these places; lists keep their items. */
export function withoutPlaces(root: JsonObject, places: Iterable<string>): JsonObject {
  const gone = new Set(places);
  const around = new Set([...gone].flatMap((place) => pointerPrefixes(place).slice(0, -1)));
  const remove = (value: unknown, pointer: string): unknown => {
    if (!around.has(pointer)) return value;
    const at = (key: string | number): string => childPointer(pointer, key);
    if (Array.isArray(value)) return mapItems(value, (item, index) => remove(item, at(index)));
    if (!isJsonObject(value)) return value;
    const kept = Object.entries(value).filter(([key]) => !gone.has(at(key)));
    return Object.fromEntries(kept.map(([key, member]) => [key, remove(member, at(key))]));
  };
  return remove(root, '') as JsonObject;
}
