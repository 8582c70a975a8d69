import {
  asObject,
  inPlace,
  isJsonObject,
  isPlace,
  type JsonObject,
  memberAt,
  type Place,
  pointerKeys,
  type Resolver,
  type SchemaAt,
} from '../generate/index';
import { primitiveText } from './serialize-parameter';

/**
 * A value as XML, as the XML Objects of its schema say. The root is named as they say, else as the
 * component is, else `root`.
 *
 * @param schema of the media type
 * @see https://spec.openapis.org/oas/v3.1.1#xml-object
 */
export function writeXml(resolver: Resolver, schema: SchemaAt, value: unknown): string {
  const root = nodeOf(resolver, [schema]);
  const name = componentName(root) ?? 'root';
  if (!Array.isArray(value)) return DECLARATION + element(root, name, value);
  // A document has one root, so that a list in its place is always wrapped.
  const item = itemsOf(root);
  return DECLARATION + wrap(root, name, value, componentName(item) ?? name);
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** What the schemas say of the element or attribute of a value. */
interface Node {
  readonly resolver: Resolver;
  readonly places: readonly Place[];
  /** The XML Objects, of which the one that stands nearest counts. */
  readonly xml: JsonObject;
}

function nodeOf(resolver: Resolver, schemas: readonly SchemaAt[]): Node {
  const applying = inPlace(resolver, schemas, ['$ref', 'allOf', 'anyOf', 'oneOf']);
  const places = [...applying].filter(isPlace);
  const objects = places.map(({ schema }) => asObject(schema.xml)).toReversed();
  return { resolver, places, xml: Object.assign({}, ...objects) as JsonObject };
}

function itemsOf({ resolver, places }: Node): Node {
  return nodeOf(
    resolver,
    places.map((place) => memberAt(place, 'items')),
  );
}

function propertyOf({ resolver, places }: Node, name: string): Node {
  const stated = places.map((place) => memberAt(place, 'properties', name));
  const known = stated.filter(({ schema }) => schema !== undefined);
  const others = places.map((place) => memberAt(place, 'additionalProperties'));
  return nodeOf(resolver, known.length > 0 ? known : others);
}

function componentName({ places }: Node): string | undefined {
  const keys = places.map(({ pointer }) => pointerKeys(pointer));
  return keys.find(([root, kind]) => root === 'components' && kind === 'schemas')?.[2];
}

/** @param name of the property, which counts where the XML Object has none */
function elements(node: Node, name: string, value: unknown): string {
  if (!Array.isArray(value)) return element(node, name, value);
  return node.xml.wrapped === true
    ? wrap(node, name, value, textOr(node.xml.name, name))
    : items(node, name, value);
}

function wrap(node: Node, name: string, list: readonly unknown[], itemName: string): string {
  return tagged(node, name, namespaceOf(node), items(node, itemName, list));
}

function items(node: Node, name: string, list: readonly unknown[]): string {
  const item = itemsOf(node);
  return list.map((value) => elements(item, name, value)).join('');
}

function element(node: Node, name: string, value: unknown): string {
  if (!isJsonObject(value)) return tagged(node, name, namespaceOf(node), escaped(value));
  const members = Object.entries(value).map(([key, member]) => {
    return { key, member, inner: propertyOf(node, key) };
  });
  const attributes = members.filter(({ inner }) => inner.xml.attribute === true);
  const content = members.filter(({ inner }) => inner.xml.attribute !== true);
  // Only a prefix puts an attribute into a namespace; several may have the same.
  const prefixed = attributes.filter(({ inner }) => typeof inner.xml.prefix === 'string');
  const namespaces = new Set([node, ...prefixed.map(({ inner }) => inner)].map(namespaceOf));
  const texts = attributes.map(({ key, member, inner }) => {
    return ` ${nameOf(inner, key)}="${escaped(member)}"`;
  });
  const inside = content.map(({ key, member, inner }) => elements(inner, key, member));
  return tagged(node, name, [...namespaces, ...texts].join(''), inside.join(''));
}

function tagged(node: Node, name: string, attributes: string, content: string): string {
  const tag = nameOf(node, name);
  return `<${tag}${attributes}${content === '' ? '/>' : `>${content}</${tag}>`}`;
}

function nameOf({ xml }: Node, name: string): string {
  const own = xmlName(textOr(xml.name, name));
  return typeof xml.prefix === 'string' ? `${xmlName(xml.prefix)}:${own}` : own;
}

function namespaceOf({ xml: { namespace, prefix } }: Node): string {
  if (typeof namespace !== 'string') return '';
  const name = typeof prefix === 'string' ? `xmlns:${xmlName(prefix)}` : 'xmlns';
  return ` ${name}="${escaped(namespace)}"`;
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value : otherwise;
}

/** @see https://www.w3.org/TR/xml-names/#NT-NCName */
function xmlName(text: string): string {
  const name = text.replace(/[^\p{L}\p{N}_.-]/gu, '_');
  return /^[\p{L}_]/u.test(name) ? name : `_${name}`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Characters that XML cannot have are left out. @see https://www.w3.org/TR/xml/#charsets */
function escaped(value: unknown): string {
  return primitiveText(value)
    .replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
}
