import { ExactNumbers, type JsonFault, type ParsedJson, parseJson } from '../../json/parse-json';
import type { TextFraming } from '../../media-type';
import { GrowingBuffer } from '../growing-buffer';

/** A JSON item, or the fault in its place. */
type ParsedItem = ParsedJson | JsonFault;

/** Finds the items of a body that arrives in chunks, which may split items. */
export interface ItemParser<Item extends object = ParsedJson> {
  /** The bytes that the incomplete item takes in memory. */
  readonly keptBytes: number;
  /**
   * The items that the chunk completes.
   *
   * @throws ItemTooLargeError
   */
  items(chunk: Uint8Array): Iterable<Item | JsonFault>;
  /** The items that the end of the body completes. */
  end(): Iterable<Item | JsonFault>;
}

/** Space, tab, line feed and carriage return. @see https://www.rfc-editor.org/rfc/rfc8259#section-2 */
const WHITESPACE = Buffer.from(' \t\n\r');

/** Thrown when an item exceeds its limit. */
export class ItemTooLargeError extends Error {
  override readonly name = 'ItemTooLargeError';
}

/** @param maxBytes the largest item */
export function itemParser(framing: TextFraming, maxBytes: number): ItemParser {
  switch (framing) {
    case 'lines':
      return new LineParser(maxBytes);
    case 'records':
      return new RecordParser(maxBytes);
    case 'events':
      return new EventParser(maxBytes);
  }
}

export function parseItems(framing: TextFraming, content: Uint8Array): ParsedItem[] {
  const parser = itemParser(framing, Infinity);
  return [...parser.items(content), ...parser.end()];
}

/** Bytes and the delimiter after them. */
interface Piece {
  readonly bytes: Buffer;
  readonly delimiter: number;
}

/**
 * Splits chunked bytes into pieces at delimiters. These are ASCII, so they are never part of a multibyte UTF-8
 * character.
 */
class ByteSplitter {
  private readonly begun: GrowingBuffer;

  /** @param maxBytes the largest piece */
  constructor(
    private readonly delimiters: readonly [number, number?],
    private readonly maxBytes: number,
  ) {
    this.begun = new GrowingBuffer(maxBytes);
  }

  get keptBytes(): number {
    return this.begun.capacity;
  }

  /** @throws ItemTooLargeError */
  *pieces(chunk: Uint8Array): Generator<Piece> {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    let start = 0;
    for (let at = this.find(bytes, start); at < bytes.length; at = this.find(bytes, start)) {
      this.keep(bytes.subarray(start, at));
      yield { bytes: this.begun.take(), delimiter: bytes[at] ?? 0 };
      start = at + 1;
    }
    this.keep(bytes.subarray(start));
  }

  /** The bytes after the last delimiter. */
  rest(): Buffer {
    return this.begun.take();
  }

  private keep(bytes: Buffer): void {
    if (this.begun.length + bytes.length > this.maxBytes) throw new ItemTooLargeError();
    if (bytes.length > 0) this.begun.append(bytes);
  }

  /** The index of the next delimiter, or the length without one. */
  private find(bytes: Buffer, start: number): number {
    const [first, second = first] = this.delimiters;
    let at = start;
    while (at < bytes.length && bytes[at] !== first && bytes[at] !== second) at++;
    return at;
  }
}

const LINE_FEED = 0x0a;

/**
 * JSON Lines: a JSON text on each line. Empty lines are ignored, and the last line end is optional.
 *
 * @see https://jsonlines.org
 * @see https://github.com/ndjson/ndjson-spec
 */
export class LineParser implements ItemParser {
  private readonly lines: ByteSplitter;

  /** @param maxBytes the largest item */
  constructor(maxBytes: number) {
    this.lines = new ByteSplitter([LINE_FEED], maxBytes);
  }

  get keptBytes(): number {
    return this.lines.keptBytes;
  }

  *items(chunk: Uint8Array): Generator<ParsedItem> {
    for (const { bytes } of this.lines.pieces(chunk)) {
      if (!isBlank(bytes)) yield parseJson(bytes);
    }
  }

  *end(): Generator<ParsedItem> {
    const bytes = this.lines.rest();
    if (!isBlank(bytes)) yield parseJson(bytes);
  }
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => WHITESPACE.includes(byte));
}

const RECORD_SEPARATOR = 0x1e;

/**
 * JSON text sequences: a record separator before each JSON text and a line feed after it.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7464#section-2.1
 */
export class RecordParser implements ItemParser {
  private readonly records: ByteSplitter;
  /** True after the first record separator. */
  private isBegun = false;

  /** @param maxBytes the largest item */
  constructor(maxBytes: number) {
    this.records = new ByteSplitter([RECORD_SEPARATOR], maxBytes);
  }

  get keptBytes(): number {
    return this.records.keptBytes;
  }

  *items(chunk: Uint8Array): Generator<ParsedItem> {
    for (const { bytes } of this.records.pieces(chunk)) {
      yield* this.parsed(bytes);
      this.isBegun = true;
    }
  }

  end(): Iterable<ParsedItem> {
    return this.parsed(this.records.rest());
  }

  /** Consecutive separators have no item between them. */
  private parsed(bytes: Buffer): ParsedItem[] {
    if (bytes.length === 0) return [];
    return [
      this.isBegun ? parseRecord(bytes) : { fault: 'does not begin with a record separator' },
    ];
  }
}

/** The bytes that show that a JSON text is complete. */
const CLOSING = Buffer.concat([Buffer.from('"]}'), WHITESPACE]);

/**
 * A number, true, false or null may be truncated unless whitespace follows.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7464#section-2.4
 */
function parseRecord(bytes: Buffer): ParsedItem {
  if (CLOSING.includes(bytes.at(-1) ?? 0)) return parseJson(bytes);
  return { fault: 'does not end with a line feed, and may be cut off' };
}

const CARRIAGE_RETURN = 0x0d;

/** An event as its schema describes it. */
interface ServerSentEvent {
  data?: string;
  event?: string;
  id?: string;
  retry?: number;
}

/**
 * Server-sent events. An event without data is ignored, and so is one that the end of the body cuts off.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 * @see https://spec.openapis.org/oas/v3.2.0#special-considerations-for-server-sent-events
 */
export class EventParser implements ItemParser {
  private readonly lines: ByteSplitter;
  private event: ServerSentEvent = {};
  private eventBytes = 0;
  private isFirstLine = true;
  private lastDelimiter = LINE_FEED;

  /** @param maxBytes the largest item */
  constructor(private readonly maxBytes: number) {
    this.lines = new ByteSplitter([LINE_FEED, CARRIAGE_RETURN], maxBytes);
  }

  get keptBytes(): number {
    return this.eventBytes + this.lines.keptBytes;
  }

  *items(chunk: Uint8Array): Generator<ParsedItem> {
    for (const { bytes, delimiter } of this.lines.pieces(chunk)) {
      const isPair = this.lastDelimiter === CARRIAGE_RETURN && delimiter === LINE_FEED;
      this.lastDelimiter = delimiter;
      if (isPair && bytes.length === 0) continue;
      const line = this.lineOf(bytes);
      if (line === '') yield* this.dispatch();
      else if (!line.startsWith(':')) this.addField(line, bytes.length);
    }
  }

  end(): Iterable<ParsedItem> {
    return [];
  }

  private lineOf(bytes: Buffer): string {
    const line = bytes.toString('utf8');
    const hasMark = this.isFirstLine && line.startsWith('\ufeff');
    this.isFirstLine = false;
    return hasMark ? line.slice(1) : line;
  }

  private addField(line: string, bytes: number): void {
    this.eventBytes += bytes;
    if (this.eventBytes > this.maxBytes) throw new ItemTooLargeError();
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    const { event } = this;
    if (name === 'data') event.data = event.data === undefined ? value : `${event.data}\n${value}`;
    else if (name === 'event') event.event = value;
    else if (name === 'id' && !value.includes('\0')) event.id = value;
    else if (name === 'retry' && /^\d+$/.test(value)) event.retry = Number(value);
  }

  private dispatch(): ParsedItem[] {
    const { event } = this;
    this.event = {};
    this.eventBytes = 0;
    return event.data === undefined ? [] : [{ value: event, exact: new ExactNumbers() }];
  }
}
