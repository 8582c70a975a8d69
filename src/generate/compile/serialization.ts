import {
  type ContentSerialization,
  isJson,
  parseMediaType,
  type Serialization,
  type Style,
  type StyleSerialization,
  type ValueTypesOrName,
} from '../../contract';
import { asObject, type JsonObject } from '../../document/model/json-object';
import { childPointer } from '../../document/model/json-pointer';
import type { Located } from '../../document/model/resolve';
import type { SchemaUses } from './schema-uses';

/**
 * The pointer of the schema of a Parameter Object or a Header Object, and the media type of its content.
 * The official schema lets `content` have one.
 */
export function schemaOf({ pointer, value }: Located): readonly [schema: string, media?: string] {
  const [mediaType] = Object.keys(asObject(value.content));
  if (mediaType === undefined) return [childPointer(pointer, 'schema')];
  return [childPointer(pointer, 'content', mediaType, 'schema'), mediaType];
}

/**
 * How the value of a Parameter Object or a Header Object is written.
 *
 * @param usual the style where the document names none
 * @see https://spec.openapis.org/oas/v3.1.1#parameter-object
 */
export function serializationOf(
  { valueTypes }: SchemaUses,
  located: Located,
  usual: Style,
): Serialization {
  const [schema, mediaType] = schemaOf(located);
  const types = valueTypes.typesOf(schema);
  if (mediaType === undefined) return { ...styleOf(located.value, usual), types };
  return { ...contentOf([mediaType]), types };
}

/** The Encoding Object of a property, or an empty one. */
export function encodingOf({ encoding }: JsonObject, property: string): JsonObject {
  const encodings = asObject(encoding);
  return asObject(Object.hasOwn(encodings, property) ? encodings[property] : undefined);
}

/**
 * How the field of a form is written: as a query parameter with `schema` where its Encoding Object says
 * something of a style, else as one with `content`.
 *
 * @param mediaType that of the form
 * @see https://spec.openapis.org/oas/v3.1.1#fixed-fields-for-rfc6570-style-serialization
 */
export function fieldSerialization(
  encoding: JsonObject,
  mediaType: string,
  types: ValueTypesOrName,
): Serialization {
  if (hasStyle(encoding, mediaType)) return { ...styleOf(encoding, 'form'), types };
  return { ...contentOf(mediaTypesOf(encoding)), itemwise: true, types };
}

/** True where an Encoding Object says something of a style and the form's media type does not ignore it. */
export function hasStyle(encoding: JsonObject, mediaType: string): boolean {
  const mayBeStyled = STYLED_FORMS.includes(parseMediaType(mediaType)?.essence ?? '');
  return mayBeStyled && STYLE_KEYS.some((key) => key in encoding);
}

const STYLED_FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];
const STYLE_KEYS = ['style', 'explode', 'allowReserved'];

/** The media types and ranges that an Encoding Object lists. */
export function mediaTypesOf({ contentType }: JsonObject): string[] {
  const listed = typeof contentType === 'string' ? contentType.split(',') : [];
  return listed.map((each) => each.trim()).filter((each) => each !== '');
}

function contentOf(mediaTypes: readonly string[]): Omit<ContentSerialization, 'types'> {
  const [only = ''] = mediaTypes;
  const isOnlyJson = mediaTypes.length === 1 && isJson(parseMediaType(only)?.essence ?? only);
  return isOnlyJson ? { json: true } : {};
}

/** The styles that are exploded unless the document says otherwise. */
const EXPLODED: readonly Style[] = ['form', 'cookie'];

/** @see https://spec.openapis.org/oas/v3.2.0#fixed-fields-for-use-with-schema */
export function styleOf(
  { style, explode, allowReserved }: JsonObject,
  usual: Style,
): Omit<StyleSerialization, 'types'> {
  const written = (style ?? usual) as Style;
  return {
    style: written,
    explode: explode === undefined ? EXPLODED.includes(written) : explode === true,
    ...(allowReserved === true && { allowReserved }),
  };
}
