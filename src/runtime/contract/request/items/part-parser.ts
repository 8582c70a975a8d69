import type { JsonFault } from '../../json/parse-json';
import { MAX_HEADER_BYTES, parsePart, type FormPart } from '../form/parse-multipart';
import { type PartEvent, PartScanner } from '../form/part-scanner';
import { GrowingBuffer } from '../growing-buffer';
import { ItemTooLargeError, type ItemParser } from './item-parsers';

/** The complete parts of a multipart body. */
export class PartParser implements ItemParser<FormPart> {
  private readonly scanner: PartScanner;
  /** What the scanner finds in the chunk, which a finished generator retains; undefined between chunks. */
  private events: Iterator<PartEvent, unknown> | undefined;
  /** The bytes of the current part. */
  private readonly kept: GrowingBuffer;

  /** @param maxBytes the largest content of a part */
  constructor(
    dashBoundary: string,
    private readonly maxBytes: number,
  ) {
    this.scanner = new PartScanner(dashBoundary);
    this.kept = new GrowingBuffer(maxBytes + MAX_HEADER_BYTES);
  }

  get keptBytes(): number {
    return this.kept.capacity + this.scanner.heldBytes;
  }

  add(chunk: Uint8Array): void {
    this.events = this.scanner.scan(chunk);
  }

  next(): FormPart | JsonFault | undefined {
    for (;;) {
      const event = this.events?.next();
      if (event === undefined || event.done === true) break;
      if (event.value === 'end') return this.partOf(this.kept.take());
      if (event.value !== 'begin') this.keep(event.value);
    }
    this.events = undefined;
    this.kept.own();
    return undefined;
  }

  end(): JsonFault | undefined {
    const { state } = this.scanner;
    if (state === 'preamble') {
      return { fault: 'is missing, and so is the boundary that the Content-Type names' };
    }
    return state === 'part' ? { fault: 'ends before the last boundary' } : undefined;
  }

  private keep(bytes: Buffer): void {
    this.kept.append(bytes);
    if (this.kept.length > this.maxBytes + MAX_HEADER_BYTES) throw new ItemTooLargeError();
  }

  private partOf(bytes: Buffer): FormPart | JsonFault {
    const part = parsePart(bytes, '');
    if (typeof part === 'string') return { fault: part };
    if (part.content.length > this.maxBytes) throw new ItemTooLargeError();
    return part;
  }
}
