import { parseJson } from '../../json/parse-json';
import { ByteSplitter } from './byte-splitter';
import { WHITESPACE, type ItemParser, type ParsedItem } from './item-parser';

const LINE_FEED = 0x0a;

/**
 * JSON Lines: a JSON text on each line. Empty lines are ignored, and the last one need not end.
 *
 * @see https://jsonlines.org
 * @see https://github.com/ndjson/ndjson-spec
 */
export class LineParser implements ItemParser {
  private readonly lines: ByteSplitter;

  /** @param maxBytes of an item */
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
