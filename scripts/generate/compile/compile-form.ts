import type {
  CompiledField,
  CompiledForm,
  CompiledPartHeader,
} from '../../../src/contract/compiled-contract';
import { parseMediaType } from '../../../src/contract/media-type';
import type { Serialization } from '../../../src/contract/request/serialization/serialization';
import {
  ANY,
  itemTypes,
  type JsonType,
  type ValueTypesOrName,
} from '../../../src/contract/request/serialization/value-types';
import { asObject } from '../document/json-object';
import { childPointer, valueAt } from '../document/json-pointer';
import type { SchemaUses } from './schema-uses';
import { encodingOf, fieldSerialization, mediaTypesOf, serializationOf } from './serialization';
import { isBytes } from './value-types';

/**
 * How the fields of a form are read: by the schemas of the properties, wherever those are written, and
 * by the document's Encoding Objects.
 *
 * @param pointer the Media Type Object
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
    const mediaTypes = mediaTypesOf(encoding);
    const serialization = fieldSerialization(encoding, mediaType, types);
    const isContent = !('style' in serialization) && mediaTypes.length > 0;
    const field: CompiledField = {
      serialization,
      ...(required.has(name) && { required: true }),
      ...fieldValidators(schemas, serialization, schema, name),
      ...(isContent && { mediaTypes }),
      ...(isContent && isBinary(schemas, types, mediaTypes) && { binary: true }),
      ...(kind === 'multipart' && partHeaders(schemas, childPointer(pointer, 'encoding', name))),
    };
    return [name, field] as const;
  });
  const { validator, projection } = schemas.use(schema, 'request');
  return { kind, fields: Object.fromEntries(fields), rest, validator, projection };
}

/** True for a string that is written as what is never text, and for a value without types as bytes. */
function isBinary(
  schemas: SchemaUses,
  types: ValueTypesOrName,
  mediaTypes: readonly string[],
): boolean {
  const own = schemas.valueTypes.resolve(types);
  const isList = own.types.includes('array');
  const item = isList ? schemas.valueTypes.resolve(itemTypes(own, 0)) : own;
  if (!item.types.every((type) => type === 'string' || type === 'null')) return false;
  const essences = mediaTypes.map((each) => parseMediaType(each)?.essence ?? '');
  return essences.every(item.types.length === 0 ? isBytes : isMedia);
}

/** Types that are never text, so that a schema of a string means their bytes. */
function isMedia(essence: string): boolean {
  return (
    /^(?:image|audio|video|font|model)\//.test(essence) || essence === 'application/octet-stream'
  );
}

/** What chooses between the readings of a field, where there may be several. */
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

/** True for content of a single type and for text of a single type that is written as one piece. */
function hasOneReading(serialization: Serialization, types: readonly JsonType[]): boolean {
  if (types.length > 1 || types.includes('array')) return false;
  return !('style' in serialization) || !types.includes('object');
}

/** @param pointer the Encoding Object */
function partHeaders(schemas: SchemaUses, pointer: string): Pick<CompiledField, 'headers'> {
  const { document } = schemas.resolver;
  const names = Object.keys(asObject(asObject(valueAt(document, pointer)).headers));
  const described = names.filter((name) => name.toLowerCase() !== 'content-type');
  if (described.length === 0) return {};
  const headers = described.map((name) => {
    const header = schemas.resolver.resolve(childPointer(pointer, 'headers', name));
    const { serialization, schema } = serializationOf(schemas, header, 'simple');
    const compiled: CompiledPartHeader = {
      required: header.value.required === true,
      serialization,
      validator: schemas.use(schema, 'request').validator,
    };
    return [name, compiled] as const;
  });
  return { headers: Object.fromEntries(headers) };
}

/** The names of the fields that are Files for handlers; undefined when those that have no name are. */
export function fileNames({ valueTypes }: SchemaUses, form: CompiledForm): string[] | undefined {
  const isFile = (types: ValueTypesOrName): boolean => {
    const own = valueTypes.resolve(types);
    return own.isBinary === true || (own.items !== undefined && isFile(own.items));
  };
  const { patternProperties = [], additionalProperties = ANY } = form.rest;
  const others = [additionalProperties, ...patternProperties.map(([, types]) => types)];
  if (others.some(isFile)) return undefined;
  const files = Object.entries(form.fields).filter(([, { serialization, binary }]) => {
    return binary === true || (!('style' in serialization) && isFile(serialization.types));
  });
  return files.map(([name]) => name);
}
