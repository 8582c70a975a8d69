import { stringifyJson } from '../../src/contract/json/stringify-json';
import { isJson, parseMediaType } from '../../src/contract/media-type';
import { asObject, isJsonObject, type JsonObject } from '../generate/document/json-object';
import { encode, primitiveText, serialize } from './serialize-parameter';

/**
 * Writes values as bodies of a media type.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#media-type-object
 */

/** A body as it is sent. */
export interface SerializedBody {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** @param media the Media Type Object, for the `encoding` of forms */
export function serializeBody(range: string, media: JsonObject, value: unknown): SerializedBody {
  const contentType = concreteMediaType(range);
  const essence = parseMediaType(contentType)?.essence ?? contentType;
  if (isJson(essence)) return { contentType, bytes: Buffer.from(stringifyJson(value)) };
  if (essence === 'application/x-www-form-urlencoded') {
    return { contentType, bytes: Buffer.from(urlencoded(media, value)) };
  }
  if (essence.startsWith('multipart/')) return multipart(essence, media, value);
  return { contentType, bytes: Buffer.from(primitiveText(value)) };
}

/** A media type that a range such as `image/*` covers. */
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

/** @see https://spec.openapis.org/oas/v3.1.1#support-for-x-www-form-urlencoded-request-bodies */
function urlencoded(media: JsonObject, value: unknown): string {
  const pairs = Object.entries(asObject(value)).map(([name, member]) => {
    const encoding = asObject(asObject(media.encoding)[name]);
    const styled = 'style' in encoding || 'explode' in encoding || 'allowReserved' in encoding;
    if (isJsonObject(member) && !styled) return `${encode(name)}=${encode(stringifyJson(member))}`;
    const style = typeof encoding.style === 'string' ? encoding.style : 'form';
    const explode = typeof encoding.explode === 'boolean' ? encoding.explode : style === 'form';
    return serialize(name, member, { style, explode, encode });
  });
  return pairs.filter((pair) => pair !== '').join('&');
}

const BOUNDARY = 'example-boundary';

/**
 * One part for each property, and for each item of an array.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#special-considerations-for-multipart-content
 */
function multipart(essence: string, media: JsonObject, value: unknown): SerializedBody {
  const schema = asObject(media.schema);
  const parts = Object.entries(asObject(value)).flatMap(([name, member]) => {
    const encoding = asObject(asObject(media.encoding)[name]);
    const property = asObject(asObject(schema.properties)[name]);
    return [member].flat().map((item: unknown) => part(name, item, encoding, property));
  });
  const body = `${parts.map((text) => `--${BOUNDARY}\r\n${text}\r\n`).join('')}--${BOUNDARY}--\r\n`;
  return { contentType: `${essence}; boundary=${BOUNDARY}`, bytes: Buffer.from(body) };
}

function part(name: string, value: unknown, encoding: JsonObject, property: JsonObject): string {
  const binary = property.format === 'binary' || 'contentMediaType' in property;
  const [stated] = typeof encoding.contentType === 'string' ? encoding.contentType.split(',') : [];
  const type = stated?.trim() ?? usualType(value, binary);
  const quoted = name.replace(/["\r\n]/g, (character) => encodeURIComponent(character));
  const file = binary ? '; filename="example"' : '';
  const disposition = `Content-Disposition: form-data; name="${quoted}"${file}`;
  return `${disposition}\r\nContent-Type: ${concreteMediaType(type)}\r\n\r\n${primitiveText(value)}`;
}

function usualType(value: unknown, binary: boolean): string {
  if (binary) return 'application/octet-stream';
  return typeof value === 'object' && value !== null ? 'application/json' : 'text/plain';
}
