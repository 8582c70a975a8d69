import { ExactNumbers } from '../../json/exact-numbers';
import { ByteSplitter } from './byte-splitter';
import { ItemTooLargeError, type ItemParser, type ParsedItem } from './item-parser';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** An event as its schema describes it. */
interface ServerSentEvent {
  data?: string;
  event?: string;
  id?: string;
  retry?: number;
}

/**
 * Server-sent events. What has no data is no event, and neither is one that the body ends in.
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

  /** @param maxBytes of an item */
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
