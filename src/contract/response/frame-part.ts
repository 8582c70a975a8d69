import { FramingError } from '../framing';
import { isJson, isRange, JSON_MEDIA_TYPE, matchMediaRange, parseMediaType } from '../media-type';

/** What a part holds: bytes, perhaps of a media type of their own, or a value as JSON text. */
export type PartContent =
  { readonly bytes: Uint8Array; readonly mediaType?: string } | { readonly json: string };

/**
 * A part of a multipart type. Its media type is its own, else the first that the document states, else that
 * of its content: JSON for lists and objects, text for other values.
 *
 * @param stated the media types and ranges that the document states, if any
 * @throws FramingError for content that cannot be written so
 * @see https://spec.openapis.org/oas/v3.2.0#encoding-content-type
 * @see https://www.rfc-editor.org/rfc/rfc2046#section-5.1
 */
export function framePart(
  boundary: string,
  stated: readonly string[] | undefined,
  content: PartContent,
): Uint8Array {
  const own = 'json' in content ? undefined : content.mediaType;
  const mediaType = own ?? stated?.find((range) => !isRange(range));
  if (stated !== undefined && !isAmong(stated, mediaType)) {
    throw new FramingError(`must be a Blob of the media type ${stated.join(' or ')}`);
  }
  const written = 'json' in content ? valuePart(mediaType, content.json) : content;
  const type = written.mediaType ?? mediaType ?? 'application/octet-stream';
  const head = Buffer.from(`--${boundary}\r\nContent-Type: ${type}\r\n\r\n`);
  return Buffer.concat([head, written.bytes, Buffer.from('\r\n')]);
}

function isAmong(stated: readonly string[], mediaType = ''): boolean {
  const parsed = parseMediaType(mediaType);
  return parsed !== undefined && matchMediaRange(stated, parsed) !== undefined;
}

function valuePart(
  stated: string | undefined,
  json: string,
): Exclude<PartContent, { json: string }> {
  const value: unknown = JSON.parse(json);
  const isStructured = typeof value === 'object' && value !== null;
  const mediaType = stated ?? (isStructured ? JSON_MEDIA_TYPE : 'text/plain; charset=utf-8');
  if (isJson(parseMediaType(mediaType)?.essence ?? '')) {
    return { mediaType, bytes: Buffer.from(json) };
  }
  if (isStructured) throw new FramingError(`cannot be written as "${mediaType}"; give bytes of it`);
  // A number is text as JSON writes it.
  return { mediaType, bytes: Buffer.from(typeof value === 'string' ? value : json) };
}
