import { GrowingBuffer } from '../growing-buffer';
import { ItemTooLargeError } from './item-parser';

/** Bytes, and the delimiter behind them. */
export interface Piece {
  readonly bytes: Buffer;
  readonly delimiter: number;
}

/**
 * Cuts bytes that arrive in chunks into pieces. Delimiters are ASCII, so they are never part of a character
 * of UTF-8.
 */
export class ByteSplitter {
  private readonly begun = new GrowingBuffer();

  /** @param maxBytes of a piece */
  constructor(
    private readonly delimiters: readonly [number, number?],
    private readonly maxBytes: number,
  ) {}

  /** The number of bytes that wait for their delimiter. */
  get keptBytes(): number {
    return this.begun.length;
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

  /** What stands behind the last delimiter. */
  rest(): Buffer {
    return this.begun.take();
  }

  private keep(bytes: Buffer): void {
    if (this.begun.length + bytes.length > this.maxBytes) throw new ItemTooLargeError();
    if (bytes.length > 0) this.begun.append(bytes);
  }

  /** Where the next delimiter is; behind the last byte if there is none. */
  private find(bytes: Buffer, start: number): number {
    const [first, second = first] = this.delimiters;
    let at = start;
    while (at < bytes.length && bytes[at] !== first && bytes[at] !== second) at++;
    return at;
  }
}
