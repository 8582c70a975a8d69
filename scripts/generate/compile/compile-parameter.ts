import type { CompiledParameter, ParameterLocation } from '../../../src/contract/compiled-contract';
import { parseMediaType } from '../../../src/contract/media-type';
import type {
  Style,
  StyleEncoding,
  TextEncoding,
} from '../../../src/contract/request/text/text-types';
import { asObject, type JsonObject } from '../document/json-object';
import { childPointer } from '../document/json-pointer';
import type { Located } from '../document/resolve';
import type { SchemaUses } from './schema-uses';

/**
 * How a parameter is found in a request and read; none for a header that the document cannot describe.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#parameter-object
 */
export function compileParameter(
  schemas: SchemaUses,
  { pointer, value }: Located,
): CompiledParameter[] {
  const name = String(value.name);
  const location = value.in as ParameterLocation;
  if (location === 'header' && RESERVED_HEADERS.has(name.toLowerCase())) return [];
  // The official schema lets `content` have one media type.
  const [mediaType] = Object.keys(asObject(value.content));
  const schema =
    mediaType === undefined
      ? childPointer(pointer, 'schema')
      : childPointer(pointer, 'content', mediaType, 'schema');
  const types = schemas.textTypes.typesOf(schema);
  const text: TextEncoding =
    mediaType === undefined
      ? { ...styleOf(value, location), types }
      : { mediaType: parseMediaType(mediaType)?.essence ?? mediaType, types };
  return [
    {
      name,
      in: location,
      required: value.required === true,
      ...(value.allowEmptyValue === true && location === 'query' && { allowEmptyValue: true }),
      text,
      ...schemas.use(schema, 'request'),
    },
  ];
}

/** @see https://spec.openapis.org/oas/v3.1.1#fixed-fields-and-schema */
function styleOf(
  { style, explode, allowReserved }: JsonObject,
  location: ParameterLocation,
): Omit<StyleEncoding, 'types'> {
  const isForm = location === 'query' || location === 'cookie';
  const written = (style ?? (isForm ? 'form' : 'simple')) as Style;
  return {
    style: written,
    explode: explode === undefined ? written === 'form' : explode === true,
    ...(allowReserved === true && { allowReserved }),
  };
}

/** @see https://spec.openapis.org/oas/v3.1.1#fixed-fields-9 */
const RESERVED_HEADERS = new Set(['accept', 'authorization', 'content-type']);

/** True for a parameter that the document cannot describe, which is ignored. */
export function isReservedHeader({ in: location, name }: Located['value']): boolean {
  return location === 'header' && RESERVED_HEADERS.has(String(name).toLowerCase());
}
