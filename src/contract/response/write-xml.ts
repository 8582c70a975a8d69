import { stringifyJson } from '../json/json-values';

/** How a value is written as XML. @see https://spec.openapis.org/oas/v3.1.1#xml-object */
export interface XmlShape {
  /** With its prefix, if any. */
  readonly name: string;
  /** URIs by the attributes that declare them, such as `xmlns:p`. */
  readonly namespaces?: Readonly<Record<string, string>>;
  readonly attribute?: true;
  /** The items are wrapped in an element of this shape's name. */
  readonly wrapped?: true;
  /** By the names of the properties. */
  readonly members?: Readonly<Record<string, XmlShape>>;
  readonly items?: XmlShape;
}

/** A value as an XML document. */
export function writeXml(value: unknown, shape: XmlShape): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(value, shape)}`;
}

function element(value: unknown, shape: XmlShape): string {
  if (Array.isArray(value)) return list(value, shape);
  if (typeof value !== 'object' || value === null) return tagged(shape, '', escapeText(value));
  const { members = {} } = shape;
  const shaped = Object.entries(value).map(
    ([key, member]) => [member as unknown, members[key] ?? { name: xmlName(key) }] as const,
  );
  const attributes = shaped.filter(([, { attribute }]) => attribute);
  const content = shaped.filter(([, { attribute }]) => !attribute);
  return tagged(
    shape,
    attributes.map(([member, { name }]) => ` ${name}="${escapeText(member)}"`).join(''),
    content.map(([member, inner]) => element(member, inner)).join(''),
  );
}

function list(values: readonly unknown[], shape: XmlShape): string {
  const { name, wrapped, items = { name } } = shape;
  const elements = values.map((value) => element(value, items)).join('');
  return wrapped ? tagged(shape, '', elements) : elements;
}

function tagged({ name, namespaces = {} }: XmlShape, attributes: string, content: string): string {
  const declared = Object.entries(namespaces).map(([key, uri]) => ` ${key}="${escapeText(uri)}"`);
  const start = `<${name}${declared.join('')}${attributes}`;
  return content === '' ? `${start}/>` : `${start}>${content}</${name}>`;
}

function escapeText(value: unknown): string {
  return escapeMarkup(value === null ? '' : textOf(value));
}

/** A value as text: a string unchanged, any other value as JSON. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}

/** Escapes text for an element or an attribute. @see https://www.w3.org/TR/xml/#syntax */
export function escapeMarkup(text: string): string {
  return (
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      // XML cannot represent these characters.
      .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}')
  );
}

/** Turns text into a valid XML name. @see https://www.w3.org/TR/xml-names/#NT-NCName */
export function xmlName(text: string): string {
  const name = text.replace(/[^\p{L}\p{N}_.-]/gu, '_');
  return /^[\p{L}_]/u.test(name) ? name : `_${name}`;
}
