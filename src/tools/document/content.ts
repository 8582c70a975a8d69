import {
  type CompiledMediaType,
  explodesByDefault,
  framingOf,
  isJson,
  isText,
  parseMediaType,
  type SchemaType,
  type Style,
  type StyleSerialization,
} from 'openapi-trellis/tools';
import { asObject, type JsonObject } from './model/json-object';
import { childPointer, valueAt } from './model/json-pointer';
import type { Located, Resolver } from './model/resolve';
import { admittedTypes } from './schemas/admitted-types';

/** How a document describes content: Media Type Objects, Encoding Objects and styles. */

/** Media type ranges that cover media types of several kinds. */
const WIDE_RANGES: readonly unknown[] = ['*/*', 'application/*'];

/**
 * How the content of a media type is read. It depends on the media type and the types its schema admits: a form whose
 * schema admits no object is text or bytes, and a range is JSON where its schema admits only JSON values (`text/*`:
 * only objects and lists; wider ranges: no strings). A sequential media type has items where the document describes
 * them.
 *
 * @param pointer the Media Type Object
 * @see https://spec.openapis.org/oas/v3.1.1#media-type-object
 */
export function contentKind(
  resolver: Resolver,
  mediaType: string,
  pointer: string,
): CompiledMediaType['kind'] {
  const essence = parseMediaType(mediaType)?.essence ?? '';
  const hasItems = 'itemSchema' in asObject(valueAt(resolver.document, pointer));
  if (hasItems && framingOf(essence) !== undefined) return 'items';
  const types = admittedTypes(resolver, childPointer(pointer, 'schema'));
  const mayBeObject = types === undefined || types.includes('object');
  if (isJson(essence)) return 'json';
  if (essence === 'application/x-www-form-urlencoded') return mayBeObject ? 'form' : 'text';
  if (essence === 'multipart/form-data' && mayBeObject) return 'multipart';
  // Parts of other multipart types have names only where the schema says so.
  if (essence.startsWith('multipart/')) return types?.includes('object') ? 'multipart' : 'raw';
  if (types !== undefined && isRangeOfJson(essence, types)) return 'json';
  return isText(essence) ? 'text' : 'raw';
}

/** True for a range whose described values only JSON can carry. */
function isRangeOfJson(essence: string, types: readonly SchemaType[]): boolean {
  if (essence === 'text/*') return types.every((type) => type === 'object' || type === 'array');
  return WIDE_RANGES.includes(essence) && !types.includes('string');
}

/**
 * The pointer of the schema of a Parameter Object or a Header Object, and the media type of its `content`; the official
 * schema allows one media type.
 */
export function schemaOf({ pointer, value }: Located): readonly [schema: string, media?: string] {
  const [mediaType] = Object.keys(asObject(value.content));
  if (mediaType === undefined) return [childPointer(pointer, 'schema')];
  return [childPointer(pointer, 'content', mediaType, 'schema'), mediaType];
}

/** The Encoding Object of a property, or an empty one. */
export function encodingOf({ encoding }: JsonObject, property: string): JsonObject {
  const encodings = asObject(encoding);
  return asObject(Object.hasOwn(encodings, property) ? encodings[property] : undefined);
}

const STYLED_FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];
const STYLE_KEYS = ['style', 'explode', 'allowReserved'];

/** True where an Encoding Object states a style that the form's media type does not ignore. */
export function hasStyle(encoding: JsonObject, mediaType: string): boolean {
  const mayBeStyled = STYLED_FORMS.includes(parseMediaType(mediaType)?.essence ?? '');
  return mayBeStyled && STYLE_KEYS.some((key) => key in encoding);
}

export function mediaTypesOf({ contentType }: JsonObject): string[] {
  const listed = typeof contentType === 'string' ? contentType.split(',') : [];
  return listed.map((each) => each.trim()).filter((each) => each !== '');
}

/** @see https://spec.openapis.org/oas/v3.1.1#parameter-style */
export function defaultStyle(location: unknown): Style {
  return location === 'query' || location === 'cookie' ? 'form' : 'simple';
}

/**
 * @param otherwise the style used when the document names none
 * @see https://spec.openapis.org/oas/v3.2.0#fixed-fields-for-use-with-schema
 */
export function styleOf(
  { style, explode, allowReserved }: JsonObject,
  otherwise: Style,
): Omit<StyleSerialization, 'types'> {
  const written = (style ?? otherwise) as Style;
  return {
    style: written,
    explode: explode === undefined ? explodesByDefault(written) : explode === true,
    ...(allowReserved === true && { allowReserved }),
  };
}
