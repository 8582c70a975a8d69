import type {
  CompiledField,
  CompiledPartHeader,
  FieldStyle,
  SchemaTypes,
  FieldTypes,
} from '../../../src/contract/compiled-contract';
import { isJson, isText, parseMediaType } from '../../../src/contract/media-type';
import { asObject, type JsonObject } from '../document/json-object';
import { childPointer, valueAt } from '../document/json-pointer';
import { admittedTypes } from '../schemas/admitted-types';
import { placesInPlace, POSSIBLY } from '../schemas/in-place';
import type { Resolver } from '../document/resolve';
import { isPlace, listAt, mapAt, memberAt, type Place } from '../document/schema-at';

/**
 * How the fields of a form are read: by the schemas of the properties, wherever those are written, and
 * by the document's Encoding Objects.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#encoding-object
 */
export interface FormFields {
  readonly fields: Readonly<Record<string, CompiledField>>;
  readonly rest: CompiledField;
}

/** Gives the name of the validator for the schema at a pointer. */
type ValidatorFor = (pointer: string) => string;

/** @param pointer the Media Type Object */
export function formFields(
  resolver: Resolver,
  pointer: string,
  isMultipart: boolean,
  validatorFor: ValidatorFor,
): FormFields {
  const encodings = asObject(asObject(valueAt(resolver.document, pointer)).encoding);
  const { named, others } = propertiesOf(resolver, childPointer(pointer, 'schema'));
  const fields = [...named].map(([name, pointers]) => {
    const own = Object.hasOwn(encodings, name) ? encodings[name] : undefined;
    const encoding = asObject(own);
    const field: CompiledField = {
      ...fieldTypes(resolver, pointers, contentTypesOf(encoding)),
      ...(isMultipart
        ? partHeaders(resolver, childPointer(pointer, 'encoding', name), validatorFor)
        : fieldStyle(resolver, encoding, pointers)),
    };
    return [name, field] as const;
  });
  return { fields: Object.fromEntries(fields), rest: fieldTypes(resolver, others, undefined) };
}

/** The properties that schemas for the same value name, with the pointers of their schemas. */
function propertiesOf(
  resolver: Resolver,
  pointer: string,
): { readonly named: ReadonlyMap<string, string[]>; readonly others: readonly string[] } {
  const named = new Map<string, string[]>();
  const others: string[] = [];
  for (const place of placesOf(resolver, pointer)) {
    for (const [name, property] of mapAt(place, 'properties')) {
      named.set(name, [...(named.get(name) ?? []), property.pointer]);
    }
    const rest = ['additionalProperties', 'unevaluatedProperties'].map((keyword) =>
      memberAt(place, keyword),
    );
    others.push(...mapAt(place, 'patternProperties').map(([, property]) => property.pointer));
    others.push(...rest.filter(isPlace).map((at) => at.pointer));
  }
  return { named, others };
}

/** The schemas that tell of the same value as the one at a pointer, that one first. */
function placesOf(resolver: Resolver, pointer: string): Place[] {
  return placesInPlace(resolver, resolver.at(pointer), POSSIBLY);
}

function fieldTypes(
  resolver: Resolver,
  pointers: readonly string[],
  contentTypes: readonly string[] | undefined,
): CompiledField {
  const types = textTypes(resolver, pointers);
  return {
    ...types,
    ...(isBinary(resolver, pointers, types, contentTypes) && { binary: true }),
    ...(contentTypes !== undefined && { contentTypes }),
  };
}

function textTypes(resolver: Resolver, pointers: readonly string[]): FieldTypes {
  const types = pointers.flatMap((at) => admittedTypes(resolver, at) ?? []);
  const items = pointers.flatMap((at) => itemTypes(resolver, at));
  return { types: unique(types), items: unique(items) };
}

/** All types that items may have, of every schema that tells of items in place. */
function itemTypes(resolver: Resolver, pointer: string): string[] {
  const items = placesOf(resolver, pointer).flatMap((place) => [
    memberAt(place, 'items'),
    ...listAt(place, 'prefixItems'),
  ]);
  return items.flatMap((at) => admittedTypes(resolver, at.pointer) ?? []);
}

function unique(types: readonly string[]): SchemaTypes {
  return [...new Set(types)] as unknown as SchemaTypes;
}

/** @see https://spec.openapis.org/oas/v3.1.1#fixed-fields-12 */
function contentTypesOf(encoding: JsonObject): string[] | undefined {
  if (typeof encoding.contentType !== 'string') return undefined;
  return encoding.contentType
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

/**
 * True where the schema says that the content is bytes, or says nothing and the encoding does.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#working-with-binary-data
 */
function isBinary(
  resolver: Resolver,
  pointers: readonly string[],
  { types, items }: FieldTypes,
  contentTypes: readonly string[] | undefined,
): boolean {
  const isText = (type: string): boolean => ['string', 'null', 'array'].includes(type);
  if (![...types, ...items].every(isText) || items.includes('array')) return false;
  const schemas = pointers.flatMap((at) => withItems(resolver, at));
  if (schemas.some(isBinarySchema)) return true;
  const isList = types.includes('array');
  const isOpen = isList ? items.length === 0 : types.length === 0;
  const essences = (contentTypes ?? []).map((each) => parseMediaType(each)?.essence ?? '');
  return essences.length > 0 && essences.every(isOpen ? isBytes : isMedia);
}

function withItems(resolver: Resolver, pointer: string): JsonObject[] {
  const places = placesOf(resolver, pointer);
  const items = places.flatMap((at) => placesOf(resolver, memberAt(at, 'items').pointer));
  return [...places, ...items].map(({ schema }) => schema);
}

function isBinarySchema(schema: JsonObject): boolean {
  if ('contentEncoding' in schema) return false;
  if (schema.format === 'binary') return true;
  const { contentMediaType } = schema;
  if (typeof contentMediaType !== 'string') return false;
  return isBytes(parseMediaType(contentMediaType)?.essence ?? '');
}

function isBytes(essence: string): boolean {
  return essence !== '*/*' && !isJson(essence) && !isText(essence);
}

/** Types that are never text, so that a schema of a string means their bytes. */
function isMedia(essence: string): boolean {
  return (
    /^(?:image|audio|video|font|model)\//.test(essence) || essence === 'application/octet-stream'
  );
}

/** The style of a field, where the document gives one; without, `contentType` decides. */
function fieldStyle(
  resolver: Resolver,
  encoding: JsonObject,
  pointers: readonly string[],
): { style?: FieldStyle } {
  if (!['style', 'explode', 'allowReserved'].some((key) => key in encoding)) return {};
  const name = (encoding.style ?? 'form') as FieldStyle['name'];
  const explode = encoding.explode === undefined ? name === 'form' : encoding.explode === true;
  const members = pointers.flatMap((at) =>
    [...propertiesOf(resolver, at).named].map(
      ([member, places]) => [member, textTypes(resolver, places)] as const,
    ),
  );
  return { style: { name, explode, members: Object.fromEntries(members) } };
}

/** @param pointer the Encoding Object */
function partHeaders(
  resolver: Resolver,
  pointer: string,
  validatorFor: ValidatorFor,
): { headers?: Record<string, CompiledPartHeader> } {
  const names = Object.keys(asObject(asObject(valueAt(resolver.document, pointer)).headers));
  const described = names.filter((name) => name.toLowerCase() !== 'content-type');
  if (described.length === 0) return {};
  const headers = described.map((name) => {
    const header = resolver.resolve(childPointer(pointer, 'headers', name));
    const schema = childPointer(header.pointer, 'schema');
    const types = textTypes(resolver, [schema]);
    const isRead = 'schema' in header.value && !types.types.includes('object');
    const compiled: CompiledPartHeader = {
      required: header.value.required === true,
      ...types,
      ...(isRead && { validator: validatorFor(schema) }),
    };
    return [name, compiled] as const;
  });
  return { headers: Object.fromEntries(headers) };
}
