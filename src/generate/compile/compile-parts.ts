import type {
  CompiledField,
  CompiledParts,
  ContentSerialization,
  ValueTypesOrName,
} from '../../contract';
import { asObject } from '../../document/model/json-object';
import { childPointer, valueAt } from '../../document/model/json-pointer';
import { partHeaders, withBytes } from './compile-form';
import type { SchemaUses } from './schema-uses';
import { mediaTypesOf } from '../../document/content';

/**
 * How the items of a multipart type are written, by their place.
 *
 * @param pointer the Media Type Object
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

/** @param encoding the Encoding Object, if there is one */
function compilePart(schemas: SchemaUses, schema: string, encoding: string): CompiledField {
  const mediaTypes = mediaTypesOf(asObject(valueAt(schemas.resolver.document, encoding)));
  const types = withBytes(schemas, schemas.valueTypes.typesOf(schema), mediaTypes);
  return {
    serialization: partSerialization(schemas, types),
    ...(mediaTypes.length > 0 && { mediaTypes }),
    ...partHeaders(schemas, encoding),
  };
}

/** A list is one part of JSON, as an object is; fields of forms have a part for each of its items. */
function partSerialization(
  { valueTypes }: SchemaUses,
  types: ValueTypesOrName,
): ContentSerialization {
  const own = valueTypes.resolve(types).types;
  const isStructured = own.length > 0 && own.every((type) => type === 'array' || type === 'object');
  return isStructured ? { json: true, types } : { itemwise: true, types };
}

/** Whether parts are bytes for handlers: of each that is written in a way of its own. */
export function partsAreBytes(schemas: SchemaUses, pointer: string): boolean[] {
  const { prefix, rest } = compileParts(schemas, pointer);
  return [...prefix, rest].map(
    ({ serialization }) => schemas.valueTypes.resolve(serialization.types).isBinary === true,
  );
}
