import {
  ANY,
  type CompiledField,
  type CompiledForm,
  type CompiledPartHeader,
  type CompiledParts,
  type ContentSerialization,
  parseMediaType,
  type SchemaType,
  type Serialization,
  type ValueTypes,
  type ValueTypesOrName,
} from 'openapi-trellis/tools';
import {
  asObject,
  childPointer,
  valueAt,
  encodingOf,
  hasStyle,
  mediaTypesOf,
  schemaOf,
} from '../../document';
import type { SchemaUses } from './schema-uses';
import { fieldSerialization, serializationOf } from './compile-parameter';
import { isBytes } from './value-types';

/**
 * Compiles the fields of a form, from the schemas of its properties and from its Encoding Objects.
 *
 * @param pointer of the Media Type Object
 * @see https://spec.openapis.org/oas/v3.1.1#encoding-object
 */
export function compileForm(
  schemas: SchemaUses,
  pointer: string,
  mediaType: string,
  kind: CompiledForm['kind'],
): CompiledForm {
  const media = asObject(valueAt(schemas.resolver.document, pointer));
  const schema = childPointer(pointer, 'schema');
  const { properties = {}, ...rest } = schemas.valueTypes.objectTypes(schema);
  const required = schemas.valueTypes.requiredProperties(schema);
  const fields = Object.entries(properties).map(([name, types]) => {
    const encoding = encodingOf(media, name);
    const mediaTypes = hasStyle(encoding, mediaType) ? [] : mediaTypesOf(encoding);
    const typesOrBytes = withBytes(schemas, types, mediaTypes);
    const serialization = fieldSerialization(encoding, mediaType, typesOrBytes);
    const field: CompiledField = {
      serialization,
      ...(required.has(name) && { required: true }),
      ...fieldValidators(schemas, serialization, schema, name),
      ...(mediaTypes.length > 0 && { mediaTypes }),
      ...(kind === 'multipart' && partHeaders(schemas, childPointer(pointer, 'encoding', name))),
    };
    return [name, field] as const;
  });
  return { kind, fields: Object.fromEntries(fields), rest, ...schemas.use(schema, 'request') };
}

/** Replaces strings by bytes where the media types are not text. */
function withBytes(
  { valueTypes }: SchemaUses,
  types: ValueTypesOrName,
  mediaTypes: readonly string[],
): ValueTypesOrName {
  const own = valueTypes.resolve(types);
  const item = valueTypes.itemOf(types);
  const isString = item.types.every((type) => type === 'string' || type === 'null');
  const essences = mediaTypes.map((each) => parseMediaType(each)?.essence ?? '');
  const isNoText = essences.every(item.types.length === 0 ? isBytes : isMedia);
  if (!isString || mediaTypes.length === 0 || !isNoText) return types;
  const bytes: ValueTypes = { ...item, isBinary: true };
  return own === item ? bytes : { ...own, items: bytes };
}

/** True for media types that are never text; a string schema then describes bytes. */
function isMedia(essence: string): boolean {
  return (
    /^(?:image|audio|video|font|model)\//.test(essence) || essence === 'application/octet-stream'
  );
}

/** The validators that choose between readings of a field. */
function fieldValidators(
  schemas: SchemaUses,
  serialization: Serialization,
  schema: string,
  name: string,
): Pick<CompiledField, 'validators'> {
  const { types } = schemas.valueTypes.resolve(serialization.types);
  if (hasOneReading(serialization, types)) return {};
  const groups = schemas.valueTypes.propertySchemas(schema, name);
  const validators = groups.map((group) =>
    group.map((pointer) => schemas.use(pointer, 'request').validator),
  );
  return { validators };
}

/** True for content, or unsplit text, of a single type. */
function hasOneReading(serialization: Serialization, types: readonly SchemaType[]): boolean {
  if (types.length > 1 || types.includes('array')) return false;
  return !('style' in serialization) || !types.includes('object');
}

/** @param pointer of the Encoding Object */
function partHeaders(schemas: SchemaUses, pointer: string): Pick<CompiledField, 'headers'> {
  const { document } = schemas.resolver;
  const names = Object.keys(asObject(asObject(valueAt(document, pointer)).headers));
  const described = names.filter((name) => name.toLowerCase() !== 'content-type');
  if (described.length === 0) return {};
  const headers = described.map((name) => {
    const header = schemas.resolver.resolve(childPointer(pointer, 'headers', name));
    const compiled: CompiledPartHeader = {
      required: header.value.required === true,
      serialization: serializationOf(schemas, header, 'simple'),
      validator: schemas.use(schemaOf(header)[0], 'request').validator,
    };
    return [name, compiled] as const;
  });
  return { headers: Object.fromEntries(headers) };
}

/** The fields that handlers get as Files; undefined when unnamed fields may be Files. */
export function fileNames({ valueTypes }: SchemaUses, form: CompiledForm): string[] | undefined {
  const isFile = (types: ValueTypesOrName): boolean => valueTypes.itemOf(types).isBinary === true;
  const { patternProperties = [], additionalProperties = ANY } = form.rest;
  if ([additionalProperties, ...patternProperties.map(([, types]) => types)].some(isFile)) {
    return undefined;
  }
  const files = Object.entries(form.fields).filter(
    ([, { serialization }]) => !('style' in serialization) && isFile(serialization.types),
  );
  return files.map(([name]) => name);
}

/**
 * Compiles the items of a multipart type, by position.
 *
 * @param pointer of the Media Type Object
 * @see https://spec.openapis.org/oas/v3.2.0#encoding-by-position
 */
export function compileParts(
  schemas: SchemaUses,
  pointer: string,
): Pick<CompiledParts, 'prefix' | 'rest'> {
  const { prefixEncoding } = asObject(valueAt(schemas.resolver.document, pointer));
  const schema = childPointer(pointer, 'itemSchema');
  const first = Array.isArray(prefixEncoding) ? [...prefixEncoding.keys()] : [];
  return {
    prefix: first.map((index) =>
      compilePart(schemas, schema, childPointer(pointer, 'prefixEncoding', index)),
    ),
    rest: compilePart(schemas, schema, childPointer(pointer, 'itemEncoding')),
  };
}

/** @param encoding the pointer of the Encoding Object, which may be absent */
function compilePart(schemas: SchemaUses, schema: string, encoding: string): CompiledField {
  const mediaTypes = mediaTypesOf(asObject(valueAt(schemas.resolver.document, encoding)));
  const types = withBytes(schemas, schemas.valueTypes.typesOf(schema), mediaTypes);
  return {
    serialization: partSerialization(schemas, types),
    ...(mediaTypes.length > 0 && { mediaTypes }),
    ...partHeaders(schemas, encoding),
  };
}

/** An array is one JSON part; in forms, each item is a field. */
function partSerialization(
  { valueTypes }: SchemaUses,
  types: ValueTypesOrName,
): ContentSerialization {
  const own = valueTypes.resolve(types).types;
  const isStructured = own.length > 0 && own.every((type) => type === 'array' || type === 'object');
  return isStructured ? { json: true, types } : { itemwise: true, types };
}

/** True where handlers get bytes, for each encoding by position. */
export function partsAreBytes(schemas: SchemaUses, pointer: string): boolean[] {
  const { prefix, rest } = compileParts(schemas, pointer);
  return [...prefix, rest].map(
    ({ serialization }) => schemas.valueTypes.resolve(serialization.types).isBinary === true,
  );
}
