import {
  encode,
  frameItem,
  framingOf,
  isJson,
  isSpreadObject,
  parseMediaType,
  primitiveText,
  serializePairs,
  stringifyJson,
  type TextFraming,
  writtenStyle,
  type WrittenStyle,
} from 'openapi-trellis/tools';
import {
  encodingOf,
  hasStyle,
  mediaTypesOf,
  styleOf,
  asObject,
  isJsonObject,
  type JsonObject,
} from '../../document';
import { takeMembers } from './serialize-parameter';

/**
 * Serializes values to bodies of a media type.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#media-type-object
 */

interface SerializedBody {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/**
 * @param media the Media Type Object, for the `encoding` of forms
 * @param value for a sequential media type, a list of its items
 * @throws TypeError for items that the framing of a sequential media type cannot hold
 */
export function serializeBody(range: string, media: JsonObject, value: unknown): SerializedBody {
  const isStructured = typeof value === 'object' && value !== null;
  const contentType = range === 'text/*' && isStructured ? 'text/json' : concreteMediaType(range);
  const essence = parseMediaType(contentType)?.essence ?? contentType;
  if (isJson(essence)) return { contentType, bytes: Buffer.from(stringifyJson(value)) };
  if (essence === 'application/x-www-form-urlencoded') {
    return { contentType, bytes: Buffer.from(urlencoded(essence, media, value)) };
  }
  if (!isJsonObject(value) && framingOf(essence) === 'parts') {
    return multipart(essence, itemParts(media, [value].flat()));
  }
  if (essence.startsWith('multipart/')) {
    return multipart(essence, formFields(essence, media, value, String).map(part));
  }
  const sequence = sequenceText(essence, value);
  if (sequence !== undefined) return { contentType, bytes: Buffer.from(sequence) };
  return { contentType, bytes: Buffer.from(primitiveText(value)) };
}

/** A concrete media type within a range such as `image/*`. */
export function concreteMediaType(range: string): string {
  if (!range.includes('*')) return range;
  if (range.endsWith('+json')) return 'application/example+json';
  const [type = ''] = range.split('/');
  return MEMBERS[type] ?? (type === '*' ? 'application/json' : `${type}/example`);
}

const MEMBERS: Readonly<Record<string, string>> = {
  application: 'application/json',
  audio: 'audio/mpeg',
  image: 'image/png',
  multipart: 'multipart/form-data',
  text: 'text/plain',
  video: 'video/mp4',
};

/** True for JSON, and for a range such as `application/*`, of which JSON is sent. */
export function isJsonType(range: string): boolean {
  return isJson(parseMediaType(concreteMediaType(range))?.essence ?? '');
}

interface FormField {
  readonly name: string;
  readonly text: string;
  readonly type: string;
  readonly isFile?: boolean;
}

/** @see https://spec.openapis.org/oas/v3.1.1#encoding-the-x-www-form-urlencoded-media-type */
function urlencoded(essence: string, media: JsonObject, value: unknown): string {
  const fields = formFields(essence, media, value, encode);
  return fields.map(({ name, text }) => `${name}=${text}`).join('&');
}

const BOUNDARY = 'example-boundary';

/**
 * A body of parts, such as form fields, which are not percent-encoded.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#encoding-multipart-media-types
 */
function multipart(essence: string, parts: readonly string[]): SerializedBody {
  const body = `${parts.map((text) => `--${BOUNDARY}\r\n${text}\r\n`).join('')}--${BOUNDARY}--\r\n`;
  return { contentType: `${essence}; boundary=${BOUNDARY}`, bytes: Buffer.from(body) };
}

function itemParts(media: JsonObject, items: readonly unknown[]): string[] {
  return items.map((item, index) => {
    const { type, text } = partContent(media, item, index);
    return `Content-Type: ${type}\r\n\r\n${text}`;
  });
}

/**
 * The serialized item at an index of a multipart type, with its media type.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#encoding-by-position
 */
export function partContent(
  { prefixEncoding, itemEncoding }: JsonObject,
  item: unknown,
  index: number,
): { readonly type: string; readonly text: string } {
  const own: unknown = Array.isArray(prefixEncoding) ? prefixEncoding[index] : undefined;
  const [stated] = mediaTypesOf(asObject(own ?? itemEncoding));
  const type = concreteMediaType(stated ?? usualType(item, false));
  return { type, text: contentText(type, item) };
}

function contentText(type: string, value: unknown): string {
  return isJson(type) ? stringifyJson(value) : primitiveText(value);
}

function part({ name, text, type, isFile }: FormField): string {
  const quoted = name.replace(/["\r\n]/g, (character) => encodeURIComponent(character));
  const file = isFile === true ? '; filename="example"' : '';
  const disposition = `Content-Disposition: form-data; name="${quoted}"${file}`;
  return `${disposition}\r\nContent-Type: ${type}\r\n\r\n${text}`;
}

/** The fields of a form: each property by its style, or else by its content or that of each of its items. */
function formFields(
  essence: string,
  media: JsonObject,
  value: unknown,
  encoded: (text: string) => string,
): FormField[] {
  const properties = asObject(asObject(media.schema).properties);
  const styleAt = (name: string): WrittenStyle | undefined => {
    const encoding = encodingOf(media, name);
    if (!hasStyle(encoding, essence)) return undefined;
    const style = styleOf(encoding, 'form');
    return encoded === encode ? writtenStyle('query', style) : { ...style, encode: encoded };
  };
  const isSpread = (name: string, member: unknown): boolean => {
    const style = styleAt(name);
    return style !== undefined && isSpreadObject(member, style);
  };
  const sent = asObject(value);
  const names = Object.keys({ ...properties, ...sent });
  const taken = new Set(names.filter((name) => !isSpread(name, sent[name])));
  return Object.entries(sent).flatMap(([name, member]): FormField[] => {
    const style = styleAt(name);
    if (style !== undefined) {
      const own = isSpread(name, member) ? takeMembers(member, taken) : member;
      const pairs = serializePairs(name, own, style);
      return pairs.map(([own, text]) => ({ name: own, text, type: 'text/plain' }));
    }
    const { format, contentMediaType } = asObject(properties[name]);
    const isFile = format === 'binary' || contentMediaType !== undefined;
    const [stated] = mediaTypesOf(encodingOf(media, name));
    return [member].flat().map((item: unknown) => {
      const type = concreteMediaType(stated ?? usualType(item, isFile));
      const text = contentText(type, item);
      return { name: encoded(name), text: encoded(text), type, isFile };
    });
  });
}

function usualType(value: unknown, binary: boolean): string {
  if (binary) return 'application/octet-stream';
  return typeof value === 'object' && value !== null ? 'application/json' : 'text/plain';
}

/** Match texts that are framed already, as examples may be. */
const FRAMED: Readonly<Record<TextFraming, RegExp>> = {
  events: /^(?:data|event|id|retry)?:/m,
  lines: /^\s*[{["]/,
  records: /^\x1e/, // eslint-disable-line no-control-regex -- RFC 7464 begins each text with it
};

/**
 * The content of a sequential media type, with a frame for each item of a list. Framed text is unchanged.
 *
 * @returns undefined for any other media type
 * @see https://spec.openapis.org/oas/v3.2.0#sequential-media-types
 */
function sequenceText(essence: string, value: unknown): string | undefined {
  const framing = framingOf(essence);
  if (framing === undefined || framing === 'parts') return undefined;
  if (typeof value === 'string' && FRAMED[framing].test(value)) return value;
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const frame = framing === 'events' ? eventOf : (item: unknown): unknown => item;
  return items.map((item) => frameItem(framing, stringifyJson(frame(item)))).join('');
}

/** An object with the fields of an event is an event; any other value is the data of one. */
function eventOf(item: unknown): unknown {
  if (!isJsonObject(item) || !('data' in item)) return { data: fieldText(item) };
  const isEvent = Object.entries(item).every(([name, value]) => EVENT_FIELDS[name]?.(value));
  return isEvent ? { ...item, data: fieldText(item.data) } : { data: fieldText(item) };
}

const isLine = (value: unknown): boolean => typeof value === 'string' && !/[\r\n\0]/.test(value);
const EVENT_FIELDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  event: isLine,
  id: isLine,
  retry: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  data: () => true,
};

function fieldText(value: unknown): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}
