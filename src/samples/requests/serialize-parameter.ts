import { stringifyJson, type StyleSerialization } from '../../contract';
import { defaultStyle, styleOf } from '../../document/content';
import { asObject, isJsonObject, type JsonObject, without } from '../../document/model/json-object';

/**
 * Writes values of parameters and of form fields as requests carry them.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#style-values
 */

/** How a value is written; what a Parameter Object and an Encoding Object have in common. */
interface WrittenStyle extends Omit<StyleSerialization, 'types'> {
  /** Percent-encodes a name or a part of a value; headers and parts have none. */
  readonly encode: (text: string) => string;
}

/** How a Parameter Object writes its value. @see https://spec.openapis.org/oas/v3.1.1#parameter-object */
export function serializationOf(parameter: JsonObject): WrittenStyle {
  const { in: location, style } = parameter;
  const isPlain = location === 'header' || style === 'cookie';
  // What may stand unencoded in a query would end a value elsewhere.
  const own = location === 'query' ? parameter : without(parameter, 'allowReserved');
  return writtenStyle(own, defaultStyle(location), isPlain ? String : encode);
}

/**
 * The style of a Parameter Object or an Encoding Object.
 *
 * @param usual where it names none
 */
export function writtenStyle(
  value: JsonObject,
  usual: WrittenStyle['style'],
  encoding: WrittenStyle['encode'],
): WrittenStyle {
  const style = styleOf(value, usual);
  const isReserved = style.allowReserved === true && encoding === encode;
  return { ...style, encode: isReserved ? encodeReserved : encoding };
}

/** A value as it stands in a path, a header, a query (with its name) or a cookie (with its name). */
export function serialize(name: string, value: unknown, how: WrittenStyle): string {
  const pairs = serializePairs(name, value, how).map(([key, text]) => `${key}=${text}`);
  const texts = texted(value, how);
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
export function isSpreadObject(value: unknown, { style, explode }: WrittenStyle): boolean {
  return isJsonObject(value) && explode && style !== 'deepObject';
}

/**
 * The members of a spread object that can be read back: a name that is taken belongs to another value.
 *
 * @param taken gets the names of the members
 */
export function takeMembers(object: unknown, taken: Set<string>): JsonObject {
  const members = Object.entries(asObject(object)).filter(([name]) => !taken.has(name));
  for (const [name] of members) taken.add(name);
  return Object.fromEntries(members);
}

/** A value as names and texts, such as those of a query or a form. */
export function serializePairs(
  name: string,
  value: unknown,
  how: WrittenStyle,
): (readonly [name: string, text: string])[] {
  const { style, explode, encode: encoded } = how;
  const key = encoded(name);
  const isDeep = style === 'deepObject';
  if (isJsonObject(value) && (explode || isDeep)) {
    return Object.entries(value).map(([member, item]) => {
      const own = encoded(member);
      const text = encoded(primitiveText(item));
      return [isDeep ? `${key}${encoded('[')}${own}${encoded(']')}` : own, text];
    });
  }
  const texts = texted(value, how);
  if (Array.isArray(value) && (explode || isDeep)) return texts.map((text) => [key, text]);
  return [[key, texts.join(delimiter(how))]];
}

/** The pieces of which the text of a value consists. */
function texted(value: unknown, { explode, encode: encoded }: WrittenStyle): string[] {
  if (!isJsonObject(value)) return [value].flat().map((item) => encoded(primitiveText(item)));
  return Object.entries(value).flatMap(([member, item]) => {
    const pair = [encoded(member), encoded(primitiveText(item))];
    return explode ? [pair.join('=')] : pair;
  });
}

/** The delimiters are percent-encoded too, as a query wants them (RFC 3986, section 3.4). */
function delimiter({ style, encode: encoded }: WrittenStyle): string {
  if (style === 'spaceDelimited') return encoded(' ');
  return style === 'pipeDelimited' ? encoded('|') : ',';
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
