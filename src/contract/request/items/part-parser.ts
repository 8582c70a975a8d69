import type { JsonFault } from '../../json/parse-json';
import { MAX_HEADER_BYTES, parsePart, type FormPart } from '../form/parse-multipart';
import { GrowingBuffer } from '../growing-buffer';
import { ItemTooLargeError, type ItemParser } from './item-parsers';

/** Behind a delimiter: the end of the last one, or that of a line. */
const DELIMITER_END = /^(?:(--)|[ \t]*\r\n)/;

/** The same, of which more may come. */
const BEGUN_END = /^(?:-?|[ \t]*\r?)$/;

/** As long as the white space behind a delimiter may be. */
const MAX_PADDING = 100;

const CRLF = Buffer.from('\r\n');

/**
 * The parts of a multipart body. The preamble and the epilogue do not count.
 *
 * @see https://www.rfc-editor.org/rfc/rfc2046#section-5.1
 */
export class PartParser implements ItemParser<FormPart> {
  private readonly delimiter: Buffer;
  private state: 'preamble' | 'part' | 'epilogue' = 'preamble';
  /** What has arrived from the line break before the part on. */
  private readonly kept = new GrowingBuffer();
  /** No delimiter begins before this place of it. */
  private searched = 0;

  /** @param maxBytes of the content of a part */
  constructor(
    dashBoundary: string,
    private readonly maxBytes: number,
  ) {
    this.delimiter = Buffer.from(`\r\n${dashBoundary}`);
    // The first delimiter may begin the body.
    this.kept.append(CRLF);
  }

  get keptBytes(): number {
    return this.kept.length;
  }

  *items(chunk: Uint8Array): Generator<FormPart | JsonFault> {
    if (this.state === 'epilogue') return;
    this.kept.append(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length));
    const bytes = this.kept.bytes();
    let start = CRLF.length;
    for (let at = this.find(bytes); at >= 0; at = this.find(bytes)) {
      const behind = at + this.delimiter.length;
      const text = bytes.toString('latin1', behind, behind + MAX_PADDING);
      const [end, closing] = DELIMITER_END.exec(text) ?? [];
      this.searched = at + 1;
      if (end === undefined) {
        if (!BEGUN_END.test(text)) continue;
        this.searched = at;
        break;
      }
      if (this.state === 'part') yield this.partOf(bytes.subarray(start, Math.max(start, at)));
      this.state = closing === undefined ? 'part' : 'epilogue';
      if (this.state === 'epilogue') break;
      start = behind + end.length;
      // The line break that ends a delimiter may be that before the next one.
      this.searched = start - CRLF.length;
    }
    this.forget(bytes, start - CRLF.length);
  }

  *end(): Generator<FormPart | JsonFault> {
    if (this.state === 'preamble') {
      yield { fault: 'is missing, and so is the boundary that the Content-Type names' };
    }
    if (this.state === 'part') yield { fault: 'ends before the last boundary' };
  }

  /** Where a delimiter may be; -1 if there is none yet. */
  private find(bytes: Buffer): number {
    const at = bytes.indexOf(this.delimiter, this.searched);
    if (at < 0) this.searched = Math.max(this.searched, bytes.length - this.delimiter.length + 1);
    return at;
  }

  private partOf(bytes: Buffer): FormPart | JsonFault {
    const part = parsePart(bytes, '');
    if (typeof part === 'string') return { fault: part };
    if (part.content.length > this.maxBytes) throw new ItemTooLargeError();
    return part;
  }

  /** Keeps what belongs to a part that has begun, or may begin a delimiter. */
  private forget(bytes: Buffer, partStart: number): void {
    const longest = this.delimiter.length + MAX_PADDING;
    const start = this.state === 'preamble' ? Math.max(0, bytes.length - longest) : partStart;
    if (this.state === 'epilogue') this.kept.take();
    else if (start > 0) {
      this.kept.take();
      this.kept.append(bytes.subarray(start));
      this.searched = Math.max(0, this.searched - start);
    }
    if (this.kept.length > this.maxBytes + MAX_HEADER_BYTES + longest) {
      throw new ItemTooLargeError();
    }
  }
}
