import { isJsonObject, type JsonObject } from '../../generate/index';

/**
 * What of a decoded body can be kept: values of JSON, with bigints. Files are left out, and what formats of the
 * service's own made of a text is that text again.
 */
export function plainJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => plainJson(item) ?? null);
  if (!isJsonObject(value)) return typeof value === 'function' ? undefined : value;
  if (typeof value.toJSON === 'function') return plainJson(JSON.parse(JSON.stringify(value)));
  if (!isPlain(value)) return undefined;
  const members = Object.entries(value).map(([name, member]) => [name, plainJson(member)] as const);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

function isPlain(object: JsonObject): boolean {
  const prototype: unknown = Object.getPrototypeOf(object);
  return prototype === null || prototype === Object.prototype;
}

/**
 * The thing that a request is about: its body, or the only member of that where this is an envelope, such as
 * `{ "pet": { ... } }`.
 *
 * @param names of the members of such things
 */
export function unwrap(body: unknown, names: readonly string[]): unknown {
  if (!isJsonObject(body)) return body;
  const [[name, inner] = [], ...others] = Object.entries(body);
  const isEnvelope =
    others.length === 0 && isJsonObject(inner) && names.length > 0 && !names.includes(name ?? '');
  return isEnvelope ? inner : body;
}
