import { isJsonObject, type JsonObject } from '../../../document/model/json-object';
import { childPointer } from '../../../document/model/json-pointer';
import type { Candidate, Site } from './site';

/** The object that a schema is held against; an empty one for what is none. */
export function objectOf({ value }: Site): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The object with a property of some value, as its other schemas may want it. */
export function* withAny(
  object: JsonObject,
  name: string,
  description: string,
): Iterable<Candidate> {
  const known: unknown[] = Object.values(object).slice(0, 1);
  for (const value of ['text', 1, null, {}, [], true, ...known]) {
    yield { value: withProperty(object, name, value), description, at: childPointer('', name) };
  }
}

/** Also one called `__proto__`. */
export function withProperty(object: JsonObject, name: string, value: unknown): JsonObject {
  return Object.fromEntries([...Object.entries(object), [name, value]]);
}
