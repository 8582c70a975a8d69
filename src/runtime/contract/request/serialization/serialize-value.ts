import { isObject, stringifyJson } from '../../json/json-values';
import { isUnencoded, type StyleSerialization } from './serialization';
import { styleRules } from './styles';

/**
 * Serializes values of parameters and form fields as requests carry them.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#style-values
 */

/** A style without types, which only reading needs. */
type Style = Omit<StyleSerialization, 'types'>;

/** How a value is written; common to Parameter Objects and Encoding Objects. */
export interface WrittenStyle extends Style {
  /** Percent-encodes a name or a part of a value; the identity for headers and parts. */
  readonly encode: (text: string) => string;
}

/** How a parameter is written; a field of an urlencoded form is written as in a query. */
export function writtenStyle(location: string, style: Style): WrittenStyle {
  if (isUnencoded(location, style)) return { ...style, encode: String };
  // Reserved characters are safe in a query, but would end a value elsewhere.
  const isReserved = style.allowReserved === true && location === 'query';
  return { ...style, encode: isReserved ? encodeReserved : encode };
}

/** A value as text of a path, a header, a query (with its name) or a cookie (with its name). */
export function serialize(name: string, value: unknown, how: WrittenStyle): string {
  const pairs = serializePairs(name, value, how).map(([key, text]) => `${key}=${text}`);
  const texts = pieces(value, how);
  switch (how.style) {
    case 'simple':
      return texts.join(',');
    case 'label':
      return `.${texts.join(how.explode ? '.' : ',')}`;
    case 'matrix':
      return pairs.map((pair) => `;${pair.replace(/=$/, '')}`).join('');
    case 'cookie':
      return pairs.join('; ');
    default:
      return pairs.join('&');
  }
}

/** True for an object whose members serializePairs writes under their own names. */
export function isSpreadObject(value: unknown, { style, explode }: WrittenStyle): value is object {
  return isObject(value) && explode && style !== 'deepObject';
}

/** A value as names and texts, as in a query or a form. */
export function serializePairs(
  name: string,
  value: unknown,
  how: WrittenStyle,
): (readonly [name: string, text: string])[] {
  const { style, explode, encode: encoded } = how;
  const key = encoded(name);
  const isDeep = style === 'deepObject';
  if (isObject(value) && (explode || isDeep)) {
    return members(value, encoded).map(([own, text]) => [
      isDeep ? `${key}${encoded('[')}${own}${encoded(']')}` : own,
      text,
    ]);
  }
  const texts = pieces(value, how);
  if (Array.isArray(value) && (explode || isDeep)) return texts.map((text) => [key, text]);
  return [[key, texts.join(delimiter(how))]];
}

function pieces(value: unknown, how: WrittenStyle): string[] {
  // A period is unreserved, but separates the pieces of a label.
  const isDivided = how.style === 'label' && typeof value === 'object';
  const encoded = isDivided
    ? (text: string): string => how.encode(text).replaceAll('.', '%2E')
    : how.encode;
  if (!isObject(value)) return [value].flat().map((item) => encoded(primitiveText(item)));
  const pairs = members(value, encoded);
  return how.explode ? pairs.map((pair) => pair.join('=')) : pairs.flat();
}

/** Names and texts of an object's members; a list has one pair for each item. */
function members(value: object, encoded: WrittenStyle['encode']): [name: string, text: string][] {
  return Object.entries(value).flatMap(([member, item]) =>
    [item]
      .flat()
      .map((each: unknown): [string, string] => [encoded(member), encoded(primitiveText(each))]),
  );
}

/** Delimiters other than commas are percent-encoded too, as a query requires (RFC 3986, section 3.4). */
function delimiter({ style, encode: encoded }: WrittenStyle): string {
  const written = styleRules(style).delimiter;
  return written === ',' ? written : encoded(written);
}

/**
 * True for a value that would be read as another one, since it contains an unencoded delimiter of its style, such as a
 * comma in an item of a header.
 */
export function isAmbiguous(value: unknown, how: WrittenStyle): boolean {
  const { style, explode, encode: encoded } = how;
  const names = isObject(value) ? Object.keys(value) : [];
  if (style === 'deepObject') return names.some((name) => /[[\]]/.test(name));
  const isLine = style === 'simple' || style === 'cookie';
  if (isLine && explode && names.some((name) => encoded(name).includes('='))) return true;
  const isDivided = typeof value === 'object' && (!explode || style === 'simple');
  return pieces(value, { ...how, explode: false }).some(
    (piece) =>
      (isLine && /^\s|\s$/.test(piece)) ||
      (style === 'cookie' && piece.includes(';')) ||
      (isDivided && piece.includes(delimiter(how))),
  );
}

/** Values below the second level have no standard form; JSON is what most servers expect there. */
export function primitiveText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null ? '' : stringifyJson(value);
}

/** Percent-encodes all except unreserved characters; a lone surrogate becomes U+FFFD. */
export function encode(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Keeps reserved characters, except those that would end the value. */
function encodeReserved(text: string): string {
  return encode(text).replace(/%(?:3A|2F|3F|40|21|24|27|28|29|2A|3B)/g, (code) =>
    decodeURIComponent(code),
  );
}
