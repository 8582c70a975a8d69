import type { JsonFault } from '../../json/parse-json';
import { MAX_HEADER_BYTES, parsePart, type FormPart } from '../form/parse-multipart';
import { PartScanner } from '../form/part-scanner';
import { GrowingBuffer } from '../growing-buffer';
import { ItemTooLargeError, type ItemParser } from './item-parsers';

/** The complete parts of a multipart body. */
export class PartParser implements ItemParser<FormPart> {
  private readonly scanner: PartScanner;
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

  *items(chunk: Uint8Array): Generator<FormPart | JsonFault> {
    for (const event of this.scanner.scan(chunk)) {
      if (event === 'end') yield this.partOf(this.kept.take());
      else if (event !== 'begin') this.keep(event);
    }
  }

  *end(): Generator<FormPart | JsonFault> {
    const { state } = this.scanner;
    if (state === 'preamble') {
      yield { fault: 'is missing, and so is the boundary that the Content-Type names' };
    }
    if (state === 'part') yield { fault: 'ends before the last boundary' };
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
