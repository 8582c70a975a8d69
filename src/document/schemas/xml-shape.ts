import { xmlName, type XmlShape } from '../../contract';
import { asObject, isJsonObject, type JsonObject } from '../model/json-object';
import { pointerKeys } from '../model/json-pointer';
import type { Resolver } from '../model/resolve';
import { isPlace, memberAt, type Place, type SchemaAt } from '../model/schema-at';
import { walkInPlace } from './in-place-applicators';

/**
 * The XML form of a value, by the XML Objects of its schema. The root's name comes from these, else from the component.
 *
 * @param schema of the media type
 * @param value with every property and list to write
 * @param usualName the root's name when the schema has none
 * @see https://spec.openapis.org/oas/v3.1.1#xml-object
 */
export function xmlShape(
  resolver: Resolver,
  schema: SchemaAt,
  value: unknown,
  usualName = 'root',
): XmlShape {
  const places = placesOf(resolver, [schema]);
  const name = componentName(places) ?? usualName;
  const shape = shapeOf(resolver, places, [value], name);
  if (!Array.isArray(value)) return shape;
  // A document has one root, so a list at the root is always wrapped.
  const items = placesOf(resolver, itemsOf(places));
  const item = shapeOf(resolver, items, value, componentName(items) ?? name);
  return { ...shape, wrapped: true, items: item };
}

/** @param values all values at one place of the document */
function shapeOf(
  resolver: Resolver,
  places: readonly Place[],
  values: readonly unknown[],
  usualName: string,
): XmlShape {
  // The nearest of several XML Objects takes precedence.
  const objects = places.map(({ schema }) => asObject(schema.xml)).toReversed();
  const xml = Object.assign({}, ...objects) as JsonObject;
  const members = membersOf(resolver, places, values.filter(isJsonObject));
  const items = values.filter((value) => Array.isArray(value)).flat() as unknown[];
  const isWrapped = xml.wrapped === true;
  const itemName = isWrapped ? textOr(xml.name, usualName) : usualName;
  const namespaces = { ...namespaceOf(xml), ...prefixesOf(Object.values(members)) };
  return {
    name: nameOf(xml, usualName),
    ...(Object.keys(namespaces).length > 0 && { namespaces }),
    ...(xml.attribute === true && { attribute: true }),
    ...(isWrapped && { wrapped: true }),
    ...(Object.keys(members).length > 0 && { members }),
    ...(items.length > 0 && {
      items: shapeOf(resolver, placesOf(resolver, itemsOf(places)), items, itemName),
    }),
  };
}

function membersOf(
  resolver: Resolver,
  places: readonly Place[],
  objects: readonly JsonObject[],
): Record<string, XmlShape> {
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  const members = names.map((name) => {
    const values = objects
      .filter((object) => Object.hasOwn(object, name))
      .map((each) => each[name]);
    return [name, shapeOf(resolver, propertyOf(resolver, places, name), values, name)];
  });
  return Object.fromEntries(members) as Record<string, XmlShape>;
}

function placesOf(resolver: Resolver, schemas: readonly SchemaAt[]): Place[] {
  return [...walkInPlace(resolver, schemas, ['$ref', 'allOf', 'anyOf', 'oneOf'])].filter(isPlace);
}

function itemsOf(places: readonly Place[]): SchemaAt[] {
  return places.map((place) => memberAt(place, 'items'));
}

function propertyOf(resolver: Resolver, places: readonly Place[], name: string): Place[] {
  const stated = places.map((place) => memberAt(place, 'properties', name));
  const known = stated.filter(({ schema }) => schema !== undefined);
  const others = places.map((place) => memberAt(place, 'additionalProperties'));
  return placesOf(resolver, known.length > 0 ? known : others);
}

function componentName(places: readonly Place[]): string | undefined {
  const keys = places.map(({ pointer }) => pointerKeys(pointer));
  return keys.find(([root, kind]) => root === 'components' && kind === 'schemas')?.[2];
}

/** @param name of the property, for an XML Object without a name */
function nameOf({ name: own, prefix }: JsonObject, name: string): string {
  const local = xmlName(textOr(own, name));
  return typeof prefix === 'string' ? `${xmlName(prefix)}:${local}` : local;
}

function namespaceOf({ namespace, prefix }: JsonObject): Record<string, string> {
  if (typeof namespace !== 'string') return {};
  return { [typeof prefix === 'string' ? `xmlns:${xmlName(prefix)}` : 'xmlns']: namespace };
}

/** Namespaces for attributes; an attribute is in a namespace only by a prefix. */
function prefixesOf(members: readonly XmlShape[]): Record<string, string> {
  const declared = members
    .filter(({ attribute }) => attribute)
    .flatMap(({ namespaces = {} }) => Object.entries(namespaces));
  return Object.fromEntries(declared.filter(([name]) => name !== 'xmlns'));
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value : otherwise;
}
