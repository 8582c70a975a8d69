import type { TextFraming } from '../../framing';
import { EventParser } from './event-parser';
import type { ItemParser, ParsedItem } from './item-parser';
import { LineParser } from './line-parser';
import { RecordParser } from './record-parser';

/** @param maxBytes of an item */
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

/** The items of content that is at hand as a whole. */
export function parseItems(framing: TextFraming, content: Uint8Array): ParsedItem[] {
  const parser = itemParser(framing, Infinity);
  return [...parser.items(content), ...parser.end()];
}
