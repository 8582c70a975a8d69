import type {
  CompiledField,
  CompiledForm,
  CompiledPartHeader,
} from '../../../src/contract/compiled-contract';
import type { Serialization } from '../../../src/contract/request/serialization/serialization';
import type { JsonType } from '../../../src/contract/request/serialization/value-types';
import { asObject } from '../document/json-object';
import { childPointer, valueAt } from '../document/json-pointer';
import { binaryFields } from './binary-fields';
import type { SchemaUses } from './schema-uses';
import { encodingOf, fieldSerialization, mediaTypesOf, serializationOf } from './serialization';

/**
 * How the fields of a form are read: by the schemas of the properties, wherever those are written, and
 * by the document's Encoding Objects. Only parts can be files: what is urlencoded is text.
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
  const isMultipart = kind === 'multipart';
  const binary = isMultipart ? binaryFields(schemas.resolver, pointer, mediaType) : undefined;
  const fields = Object.entries(properties).map(([name, types]) => {
    const encoding = encodingOf(media, name);
    const mediaTypes = mediaTypesOf(encoding);
    const serialization = fieldSerialization(encoding, mediaType, types);
    const field: CompiledField = {
      serialization,
      ...(required.has(name) && { required: true }),
      ...fieldValidators(schemas, serialization, schema, name),
      ...(binary?.names.has(name) && { binary: true }),
      ...(mediaTypes.length > 0 && !('style' in serialization) && { mediaTypes }),
      ...(isMultipart && partHeaders(schemas, childPointer(pointer, 'encoding', name))),
    };
    return [name, field] as const;
  });
  return {
    kind,
    fields: Object.fromEntries(fields),
    rest: { types: rest, ...(binary?.rest && { binary: true }) },
    ...schemas.use(schema, 'request'),
  };
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
