import { ExactNumbers, type JsonFault, type ParsedJson, parseJson } from '../../json/parse-json';
import type { TextFraming } from '../../media-type';
import { GrowingBuffer } from '../growing-buffer';

export type ParsedItem = ParsedJson | JsonFault;

/**
 * Finds the items of a body that arrives in chunks, which may split items. Its methods are no generators, since a
 * suspended generator retains the bytes of the item that it returned last.
 */
export interface ItemParser<Item extends object = ParsedJson> {
  /** The bytes that the incomplete item takes in memory. */
  readonly keptBytes: number;
  /** Takes the next chunk, once `next` has found all items before it. */
  add(chunk: Uint8Array): void;
  /**
   * The next complete item; undefined when the chunks hold no more.
   *
   * @throws ItemTooLargeError
   */
  next(): Item | JsonFault | undefined;
  /** The item that the end of the body completes. */
  end(): Item | JsonFault | undefined;
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
  parser.add(content);
  const items: ParsedItem[] = [];
  for (let item = parser.next(); item !== undefined; item = parser.next()) items.push(item);
  const last = parser.end();
  return last === undefined ? items : [...items, last];
}

/** Bytes and the delimiter after them. */
interface Piece {
  readonly bytes: Buffer;
  readonly delimiter: number;
}

const NO_BYTES: Buffer = Buffer.alloc(0);

/**
 * Splits chunked bytes into pieces at delimiters. These are ASCII, so they are never part of a multibyte UTF-8
 * character.
 */
class ByteSplitter {
  private readonly begun: GrowingBuffer;
  private chunk = NO_BYTES;
  private start = 0;

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

  add({ buffer, byteOffset, length }: Uint8Array): void {
    this.chunk = Buffer.from(buffer, byteOffset, length);
    this.start = 0;
  }

  /** @throws ItemTooLargeError */
  next(): Piece | undefined {
    const { chunk, start } = this;
    const at = this.find(chunk, start);
    this.start = at + 1;
    this.keep(chunk.subarray(start, at));
    const delimiter = chunk[at];
    if (delimiter !== undefined) return { bytes: this.begun.take(), delimiter };
    this.begun.own();
    this.chunk = NO_BYTES;
    return undefined;
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

  add(chunk: Uint8Array): void {
    this.lines.add(chunk);
  }

  next(): ParsedItem | undefined {
    for (let line = this.lines.next(); line !== undefined; line = this.lines.next()) {
      if (!isBlank(line.bytes)) return parseJson(line.bytes);
    }
    return undefined;
  }

  end(): ParsedItem | undefined {
    const bytes = this.lines.rest();
    return isBlank(bytes) ? undefined : parseJson(bytes);
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

  add(chunk: Uint8Array): void {
    this.records.add(chunk);
  }

  next(): ParsedItem | undefined {
    for (let record = this.records.next(); record !== undefined; record = this.records.next()) {
      const item = this.parsed(record.bytes);
      this.isBegun = true;
      if (item !== undefined) return item;
    }
    return undefined;
  }

  end(): ParsedItem | undefined {
    return this.parsed(this.records.rest());
  }

  /** Consecutive separators have no item between them. */
  private parsed(bytes: Buffer): ParsedItem | undefined {
    if (bytes.length === 0) return undefined;
    return this.isBegun ? parseRecord(bytes) : { fault: 'does not begin with a record separator' };
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

  add(chunk: Uint8Array): void {
    this.lines.add(chunk);
  }

  next(): ParsedItem | undefined {
    for (let piece = this.lines.next(); piece !== undefined; piece = this.lines.next()) {
      const event = this.read(piece);
      if (event !== undefined) return event;
    }
    return undefined;
  }

  end(): undefined {
    return undefined;
  }

  private read({ bytes, delimiter }: Piece): ParsedItem | undefined {
    const isPair = this.lastDelimiter === CARRIAGE_RETURN && delimiter === LINE_FEED;
    this.lastDelimiter = delimiter;
    if (isPair && bytes.length === 0) return undefined;
    const line = this.lineOf(bytes);
    if (line === '') return this.dispatch();
    if (!line.startsWith(':')) this.addField(line, bytes.length);
    return undefined;
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

  private dispatch(): ParsedItem | undefined {
    const { event } = this;
    this.event = {};
    this.eventBytes = 0;
    return event.data === undefined ? undefined : { value: event, exact: new ExactNumbers() };
  }
}
