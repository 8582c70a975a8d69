import type { JsonFault, ParsedJson } from '../../json/parse-json';

/** An item of JSON, or why there is none in its place. */
export type ParsedItem = ParsedJson | JsonFault;

/** Finds the items in a body that arrives in chunks, wherever those begin and end. */
export interface ItemParser<Item extends object = ParsedJson> {
  /** The number of bytes that wait for the rest of their item. */
  readonly keptBytes: number;
  /**
   * The items that end in the next chunk.
   *
   * @throws ItemTooLargeError
   */
  items(chunk: Uint8Array): Iterable<Item | JsonFault>;
  /** What the end of the body makes an item. */
  end(): Iterable<Item | JsonFault>;
}

/** Space, tab, line feed and carriage return. @see https://www.rfc-editor.org/rfc/rfc8259#section-2 */
export const WHITESPACE = Buffer.from(' \t\n\r');

/** An item is larger than allowed. */
export class ItemTooLargeError extends Error {
  override readonly name = 'ItemTooLargeError';
}
