import { isJsonObject, mapEntries, mapItems, strings } from '../../../document/model/json-object';
import { childPointer } from '../../../document/model/json-pointer';
import type { Applied } from './evaluation-step';

/**
 * A value without the properties that no schema requires, but for those that lead to a part of it, which
 * stays as it is. Where more is asked of the value, it may not be valid.
 *
 * @param applied the schemas that apply to parts of the value
 */
export function onlyAround(whole: unknown, instance: string, applied: readonly Applied[]): unknown {
  const required = new Map<string, Set<string>>();
  for (const { place, instance: at } of applied) {
    const names = strings(place.schema.required);
    if (names.length === 0) continue;
    required.set(at, new Set([...(required.get(at) ?? []), ...names]));
  }
  const reduced = (value: unknown, at: string): unknown => {
    if (at === instance) return value;
    if (Array.isArray(value)) {
      return mapItems(value, (item, index) => reduced(item, childPointer(at, index)));
    }
    if (!isJsonObject(value)) return value;
    const kept = Object.entries(value).filter(
      ([name]) => required.get(at)?.has(name) === true || leadsTo(childPointer(at, name), instance),
    );
    return mapEntries(Object.fromEntries(kept), (name, member) =>
      reduced(member, childPointer(at, name)),
    );
  };
  return reduced(whole, '');
}

function leadsTo(pointer: string, instance: string): boolean {
  return instance === pointer || instance.startsWith(`${pointer}/`);
}
