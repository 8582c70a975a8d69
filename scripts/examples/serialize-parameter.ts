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

/** What stands before and between the parts of an exploded value, and whether each item has the name. */
const STYLES: Readonly<Record<string, readonly [start: string, between: string, named: boolean]>> =
  {
    simple: ['', ',', false],
    label: ['.', '.', false],
    matrix: [';', ';', true],
  };
const FORM = ['', '&', true] as const;

/** A value as it stands in a path, a header, a query (with its name) or a cookie (with its name). */
export function serialize(name: string, value: unknown, how: Serialization): string {
  const { style, explode, encode: encoded } = how;
  const [start, between, named] = STYLES[style] ?? FORM;
  const key = encoded(name);
  const texts = (values: readonly unknown[]): string[] =>
    values.map((each) => encoded(primitiveText(each)));
  const whole = (parts: readonly string[]): string => {
    const text = parts.join(delimiter(style));
    if (!named) return start + text;
    return style === 'matrix' && text === '' ? `;${key}` : `${start}${key}=${text}`;
  };
  if (Array.isArray(value)) {
    if (!explode) return whole(texts(value));
    return (
      start +
      texts(value)
        .map((text) => (named ? `${key}=${text}` : text))
        .join(between)
    );
  }
  if (!isJsonObject(value)) return whole(texts([value]));
  const pairs = Object.entries(value).map(([member, item]) => texts([member, item]));
  if (style === 'deepObject') {
    return pairs.map(([member = '', text = '']) => `${key}%5B${member}%5D=${text}`).join('&');
  }
  return explode ? start + pairs.map((pair) => pair.join('=')).join(between) : whole(pairs.flat());
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
