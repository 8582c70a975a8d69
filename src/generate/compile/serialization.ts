import {
  type ContentSerialization,
  isJson,
  parseMediaType,
  type Serialization,
  type Style,
  type ValueTypesOrName,
} from '../../contract';
import { hasStyle, mediaTypesOf, schemaOf, styleOf } from '../../document/content';
import type { JsonObject } from '../../document/model/json-object';
import type { Located } from '../../document/model/resolve';
import type { SchemaUses } from './schema-uses';

/**
 * How the value of a Parameter Object or a Header Object is written.
 *
 * @param otherwise the style where the document names none
 * @see https://spec.openapis.org/oas/v3.1.1#parameter-object
 */
export function serializationOf(
  { valueTypes }: SchemaUses,
  located: Located,
  otherwise: Style,
): Serialization {
  const [schema, mediaType] = schemaOf(located);
  const types = valueTypes.typesOf(schema);
  if (mediaType === undefined) return { ...styleOf(located.value, otherwise), types };
  return { ...contentOf([mediaType]), types };
}

/**
 * How the field of a form is written: as a query parameter with `schema` where its Encoding Object states
 * a style, else as one with `content`.
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

function contentOf(mediaTypes: readonly string[]): Omit<ContentSerialization, 'types'> {
  const [only = ''] = mediaTypes;
  const isOnlyJson = mediaTypes.length === 1 && isJson(parseMediaType(only)?.essence ?? only);
  return isOnlyJson ? { json: true } : {};
}
