import type { ErrorTemplate, XmlShape } from '../../../src/contract';
import { asObject } from '../document/json-object';
import { fragmentPointer, pointerKeys } from '../document/json-pointer';
import type { Resolver } from '../document/resolve';
import { memberAt, type Place, type SchemaAt } from '../document/schema-at';
import { placesInPlace, POSSIBLY } from '../schemas/in-place';

/**
 * How an error body is written as XML: by the names of its properties, and what the schema says of XML.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#xml-object
 */
export function xmlShape(resolver: Resolver, pointer: string, template: ErrorTemplate): XmlShape {
  const root = resolver.at(pointer);
  return shapeOf(resolver, [root], template, componentName(root) ?? 'error');
}

function shapeOf(
  resolver: Resolver,
  schemas: readonly SchemaAt[],
  template: ErrorTemplate,
  usualName: string,
): XmlShape {
  const places = schemas.flatMap((each) => placesInPlace(resolver, each, POSSIBLY));
  const xml = Object.assign({}, ...places.map((place) => asObject(place.schema.xml))) as XmlObject;
  const own = xmlName(xml.name ?? usualName);
  const name = xml.prefix === undefined ? own : `${xmlName(xml.prefix)}:${own}`;
  return {
    name,
    ...(xml.attribute === true && { attribute: true }),
    ...(xml.wrapped === true && { wrapped: true }),
    ...partsOf(resolver, places, template, usualName),
  };
}

/** @see https://spec.openapis.org/oas/v3.1.1#fixed-fields-21 */
interface XmlObject {
  readonly name?: string;
  readonly prefix?: string;
  readonly attribute?: unknown;
  readonly wrapped?: unknown;
}

function partsOf(
  resolver: Resolver,
  places: readonly Place[],
  template: ErrorTemplate,
  usualName: string,
): Pick<XmlShape, 'members' | 'items'> {
  const under = (keyword: string, ...keys: readonly string[]): SchemaAt[] =>
    places.map((place) => memberAt(place, keyword, ...keys));
  if (template.kind === 'object') {
    const members = Object.entries(template.members).map(([name, member]) => [
      name,
      shapeOf(resolver, under('properties', name), member, name),
    ]);
    return { members: Object.fromEntries(members) as Record<string, XmlShape> };
  }
  const item = template.kind === 'faults' ? template.item : undefined;
  return item === undefined ? {} : { items: shapeOf(resolver, under('items'), item, usualName) };
}

/** @see https://www.w3.org/TR/xml-names/#NT-NCName */
function xmlName(text: string): string {
  const name = text.replace(/[^\p{L}\p{N}_.-]/gu, '_');
  return /^[\p{L}_]/u.test(name) ? name : `_${name}`;
}

/** An element that no schema names is called after the component. */
function componentName({ schema }: SchemaAt): string | undefined {
  const { $ref } = asObject(schema);
  const pointer = typeof $ref === 'string' ? fragmentPointer($ref) : undefined;
  return pointer === undefined ? undefined : pointerKeys(pointer).at(-1);
}
