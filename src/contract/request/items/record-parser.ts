import { parseJson } from '../../json/parse-json';
import { ByteSplitter } from './byte-splitter';
import { WHITESPACE, type ItemParser, type ParsedItem } from './item-parser';

const RECORD_SEPARATOR = 0x1e;

/**
 * JSON text sequences: a record separator before each JSON text and a line feed behind it.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7464#section-2.1
 */
export class RecordParser implements ItemParser {
  private readonly records: ByteSplitter;
  /** True behind the first record separator. */
  private isBegun = false;

  /** @param maxBytes of an item */
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

  /** Several separators in a row have no item between them. */
  private parsed(bytes: Buffer): ParsedItem[] {
    if (bytes.length === 0) return [];
    return [
      this.isBegun ? parseRecord(bytes) : { fault: 'does not begin with a record separator' },
    ];
  }
}

/** What shows by itself that a JSON text ends. */
const CLOSING = Buffer.concat([Buffer.from('"]}'), WHITESPACE]);

/**
 * A number, true, false or null may be the beginning of another, unless whitespace follows.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7464#section-2.4
 */
function parseRecord(bytes: Buffer): ParsedItem {
  if (CLOSING.includes(bytes.at(-1) ?? 0)) return parseJson(bytes);
  return { fault: 'does not end with a line feed, and may be cut off' };
}
