import { type CompiledMediaType, framingOf, isJson, isText, parseMediaType } from '../../contract';
import { asObject } from '../../document/model/json-object';
import { childPointer, valueAt } from '../../document/model/json-pointer';
import { admittedTypes } from '../../document/schemas/admitted-types';
import type { Resolver } from '../../document/model/resolve';

/** The kinds that a range may stand for whose subtypes are not alike. */
const WIDE_RANGES: readonly unknown[] = ['*/*', 'application/*'];

/**
 * How the content of a media type is read, by the media type and what its schema admits. A form whose
 * schema admits no object is text or bytes; a range of anything whose schema admits no text is JSON. A
 * sequential media type has items where the document describes them.
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
  // Parts of other multipart types have names only where the document says so.
  if (essence.startsWith('multipart/')) return types?.includes('object') ? 'multipart' : 'raw';
  if (isText(essence)) return 'text';
  const isValue = types !== undefined && !types.includes('string');
  return isValue && WIDE_RANGES.includes(essence) ? 'json' : 'raw';
}
