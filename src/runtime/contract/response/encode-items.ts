import { randomUUID } from 'node:crypto';
import type { CompiledItems, CompiledParts, CompiledTextItems } from '../compiled-contract';
import {
  isItems,
  type ResponseContent,
  cancelStream,
  iteratorOf,
  type AnyIterable,
  type AnyIterator,
} from '../http-message';
import {
  FramingError,
  type TextFraming,
  isJson,
  isRange,
  JSON_MEDIA_TYPE,
  matchMediaRange,
  parseMediaType,
} from '../media-type';
import type { FaultOf, ResponseRules } from './undocumented';
import { encodeValid } from '../schema/encode-json';

/** Content ready to be sent. */
export interface RawContent {
  readonly mediaType: string;
  readonly body: ResponseContent;
}

/**
 * Encodes content of a sequential media type, item by item.
 *
 * @param fault makes the error for an invalid item, which is thrown when the item is read
 * @throws the error of `fault` for a body without items
 * @see https://spec.openapis.org/oas/v3.2.0#sequential-media-types
 */
export function encodeItems(
  rules: ResponseRules,
  media: CompiledItems,
  mediaType: string,
  body: unknown,
  fault: FaultOf,
): RawContent {
  if (!isItems(body)) throw fault(`gave a body of "${mediaType}" that is no iterable of its items`);
  if (media.framing !== 'parts') {
    const write = textWriter(rules, media);
    return { mediaType, body: new ItemStream(body, itemEncoder(write, fault)) };
  }
  const boundary = randomUUID();
  const write = partWriter(rules, media, boundary);
  return {
    mediaType: `${mediaType}; boundary=${boundary}`,
    body: new ItemStream(body, itemEncoder(write, fault), `--${boundary}--\r\n`),
  };
}

/**
 * Validates and frames an item.
 *
 * @throws FramingError; the error of `fault` for an invalid item
 */
type WriteItem = (item: unknown, index: number, fault: FaultOf) => FramedItem | Promise<FramedItem>;

function itemEncoder(write: WriteItem, fault: FaultOf): EncodeItem {
  return async (item, index) => {
    const itemFault: FaultOf = (what, keyword) =>
      fault(`gave a body whose item ${index + 1} ${what}`, keyword);
    try {
      return await write(item, index, itemFault);
    } catch (error) {
      throw error instanceof FramingError ? itemFault(error.message) : error;
    }
  };
}

function textWriter(rules: ResponseRules, media: CompiledTextItems): WriteItem {
  return (item, _, fault) => frameItem(media.framing, encodeValid(rules, media, item, fault));
}

function partWriter(rules: ResponseRules, media: CompiledParts, boundary: string): WriteItem {
  return async (item, index, fault) => {
    const { mediaTypes } = media.prefix[index] ?? media.rest;
    const bytes = await bytesOf(item);
    const content = bytes ?? { json: encodeValid(rules, media, item, fault) };
    return framePart(boundary, mediaTypes, content);
  };
}

/** Bytes are sent unchanged; undefined for a value, which is encoded by its schema. */
async function bytesOf(item: unknown): Promise<PartContent | undefined> {
  if (item instanceof Uint8Array) return { bytes: item };
  if (!(item instanceof Blob)) return undefined;
  const bytes = new Uint8Array(await item.arrayBuffer());
  return item.type === '' ? { bytes } : { bytes, mediaType: item.type };
}

/**
 * Writes the items of sequential media types.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#sequential-media-types
 */

/** The octet before each text of a JSON text sequence (RFC 7464, section 2.2). */
const RECORD_SEPARATOR = '\x1e';

/**
 * The text of an item on the wire.
 *
 * @param json the item as JSON text, without line breaks
 * @throws FramingError for an invalid event
 */
export function frameItem(framing: TextFraming, json: string): string {
  switch (framing) {
    case 'lines':
      return `${json}\n`;
    case 'records':
      return `${RECORD_SEPARATOR}${json}\n`;
    case 'events':
      return frameEvent(JSON.parse(json));
  }
}

/** The fields of an event, in the order in which they are written. */
const EVENT_FIELDS: Readonly<Record<string, (name: string, value: unknown) => string>> = {
  event: eventLine,
  id: eventLine,
  retry: retryLine,
  data: dataLines,
};

/**
 * The text of an event: a line for each of its fields and each line of its data, and an empty line. Every kind of line
 * break in the data arrives as a line feed.
 *
 * @throws FramingError for a value that events cannot express
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
function frameEvent(event: unknown): string {
  if (typeof event !== 'object' || event === null) throw new FramingError('must be an object');
  const fields = new Map(Object.entries(event));
  const known = Object.keys(EVENT_FIELDS);
  const unknown = [...fields.keys()].find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new FramingError(
      `has the property "${unknown}", and events have only ${known.join(', ')}`,
    );
  }
  const lines = Object.entries(EVENT_FIELDS).map(([name, write]) =>
    fields.has(name) ? write(name, fields.get(name)) : '',
  );
  return `${lines.join('')}\n`;
}

function dataLines(name: string, value: unknown): string {
  if (typeof value !== 'string') throw mustBe(name, 'a string; write a value of JSON as its text');
  return value
    .split(/\r\n|\r|\n/)
    .map((line) => `${name}: ${line}\n`)
    .join('');
}

/** Clients ignore an id with NUL. */
function eventLine(name: string, value: unknown): string {
  if (typeof value !== 'string' || /[\r\n\0]/.test(value))
    throw mustBe(name, 'a string of one line');
  return `${name}: ${value}\n`;
}

/** Clients ignore a time with characters other than digits. */
function retryLine(name: string, value: unknown): string {
  if (!Number.isSafeInteger(value) || Number(value) < 0) {
    throw mustBe(name, 'an integer of milliseconds, 0 or more');
  }
  return `${name}: ${Number(value)}\n`;
}

function mustBe(name: string, what: string): FramingError {
  return new FramingError(`at "/${name}" must be ${what}`);
}

/** The content of a part: bytes, optionally with their media type, or a value as JSON text. */
type PartContent =
  { readonly bytes: Uint8Array; readonly mediaType?: string } | { readonly json: string };

/**
 * A part of a multipart type. Its media type is its own, else the first documented one, else that of its content: JSON
 * for lists and objects, text for other values.
 *
 * @param stated the documented media types and ranges, if any
 * @throws FramingError for content that does not match them
 * @see https://spec.openapis.org/oas/v3.2.0#encoding-content-type
 * @see https://www.rfc-editor.org/rfc/rfc2046#section-5.1
 */
function framePart(
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
  // A number is written as in JSON.
  return { mediaType, bytes: Buffer.from(typeof value === 'string' ? value : json) };
}

/** Content of an item on the wire. */
type FramedItem = string | Uint8Array;

/** Encodes, validates and frames an item. @param index counts from 0 */
type EncodeItem = (item: unknown, index: number) => FramedItem | Promise<FramedItem>;

/**
 * The items of a response on the wire: each is read when the one before has been sent. It is not a generator, whose
 * `return` would wait for the pending item, which may never come, before it releases the handler's items.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#streaming-sequential-media-types
 */
export class ItemStream implements AsyncIterableIterator<FramedItem> {
  private readonly iterator: AnyIterator;
  private index = 0;
  private isEnded = false;

  /** @param end the text sent after the last item, if any */
  constructor(
    private readonly items: AnyIterable,
    private readonly encode: EncodeItem,
    private readonly end = '',
  ) {
    this.iterator = iteratorOf(items);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** @throws errors of the handler's items and of `encode` */
  async next(): Promise<IteratorResult<FramedItem>> {
    const result = this.isEnded ? { done: true, value: undefined } : await this.iterator.next();
    if (result.done !== true) {
      return { done: false, value: await this.encode(result.value, this.index++) };
    }
    if (this.isEnded || this.end === '') return { done: true, value: undefined };
    this.isEnded = true;
    return { done: false, value: this.end };
  }

  async return(): Promise<IteratorResult<FramedItem>> {
    await cancelStream(this.items, this.iterator);
    return { done: true, value: undefined };
  }
}
