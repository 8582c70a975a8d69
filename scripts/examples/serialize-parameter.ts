import { stringifyJson } from '../../src/contract/json/stringify-json';
import { isJsonObject, type JsonObject } from '../generate/document/json-object';

/**
 * Writes values of parameters as requests carry them.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#style-values
 */

/** How a value is written; what a Parameter Object and an Encoding Object have in common. */
export interface Serialization {
  readonly style: string;
  readonly explode: boolean;
  /** Percent-encodes a name or a part of a value; headers have none. */
  readonly encode: (text: string) => string;
}

/** How a Parameter Object writes its value. @see https://spec.openapis.org/oas/v3.1.1#fixed-fields-9 */
export function serializationOf(parameter: JsonObject): Serialization {
  const location = parameter.in;
  const usual = location === 'query' || location === 'cookie' ? 'form' : 'simple';
  const style = typeof parameter.style === 'string' ? parameter.style : usual;
  const explode = typeof parameter.explode === 'boolean' ? parameter.explode : style === 'form';
  if (location === 'header') return { style, explode, encode: (text) => text };
  return { style, explode, encode: parameter.allowReserved === true ? encodeReserved : encode };
}

/** A value as it stands in a path, a header, a query (with its name) or a cookie (with its name). */
export function serialize(name: string, value: unknown, how: Serialization): string {
  if (Array.isArray(value)) return serializeArray(name, value.map(primitiveText), how);
  if (isJsonObject(value)) {
    const entries = Object.entries(value).map(([key, item]) => [key, primitiveText(item)] as const);
    return serializeObject(name, entries, how);
  }
  const { style, encode: encoded } = how;
  const text = encoded(primitiveText(value));
  switch (style) {
    case 'simple':
      return text;
    case 'label':
      return `.${text}`;
    case 'matrix':
      return text === '' ? `;${encoded(name)}` : `;${encoded(name)}=${text}`;
    default:
      return `${encoded(name)}=${text}`;
  }
}

function serializeArray(name: string, items: readonly string[], how: Serialization): string {
  const key = how.encode(name);
  const texts = items.map(how.encode);
  switch (how.style) {
    case 'simple':
      return texts.join(',');
    case 'label':
      return `.${texts.join(how.explode ? '.' : ',')}`;
    case 'matrix':
      return how.explode
        ? texts.map((text) => `;${key}=${text}`).join('')
        : `;${key}=${texts.join(',')}`;
    default:
      if (how.explode) return texts.map((text) => `${key}=${text}`).join('&');
      return `${key}=${texts.join(delimiter(how.style))}`;
  }
}

function serializeObject(
  name: string,
  entries: readonly (readonly [string, string])[],
  how: Serialization,
): string {
  const key = how.encode(name);
  const pairs = entries.map(([member, text]) => [how.encode(member), how.encode(text)] as const);
  const joined = (separator: string): string => pairs.map((pair) => pair.join('=')).join(separator);
  switch (how.style) {
    case 'simple':
      return how.explode ? joined(',') : pairs.flat().join(',');
    case 'label':
      return `.${how.explode ? joined('.') : pairs.flat().join(',')}`;
    case 'matrix':
      return how.explode ? `;${joined(';')}` : `;${key}=${pairs.flat().join(',')}`;
    case 'deepObject':
      return pairs.map(([member, text]) => `${key}%5B${member}%5D=${text}`).join('&');
    default:
      return how.explode ? joined('&') : `${key}=${pairs.flat().join(delimiter(how.style))}`;
  }
}

/** The delimiters are percent-encoded too, as a query wants them (RFC 3986, section 3.4). */
function delimiter(style: string): string {
  if (style === 'spaceDelimited') return '%20';
  return style === 'pipeDelimited' ? '%7C' : ',';
}

/** Values below the second level have no standard form; JSON is what most servers expect there. */
export function primitiveText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null ? '' : stringifyJson(value);
}

/** Percent-encodes all but the unreserved characters; a lone surrogate becomes U+FFFD. */
export function encode(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Leaves reserved characters as they are, but for those that would end the value. */
function encodeReserved(text: string): string {
  return encode(text).replace(/%(?:3A|2F|3F|40|21|24|27|28|29|2A|3B)/g, (code) =>
    decodeURIComponent(code),
  );
}
