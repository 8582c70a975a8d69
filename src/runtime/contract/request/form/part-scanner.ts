/** The text after a delimiter: the end of the last one, or of a line. */
const DELIMITER_END = /^(?:(--)|[ \t]*\r\n)/;

/** A beginning of that text. */
const BEGUN_END = /^(?:-?|[ \t]*\r?)$/;

/** The longest white space after a delimiter. */
const MAX_PADDING = 100;

export const CRLF = Buffer.from('\r\n');

/** The begin or end of a part, or bytes of the current part. */
export type PartEvent = 'begin' | 'end' | Buffer;

/**
 * Finds the parts of a multipart body as it arrives. Skips the preamble and the epilogue.
 *
 * @see https://www.rfc-editor.org/rfc/rfc2046#section-5.1
 */
export class PartScanner {
  private readonly delimiter: Buffer;
  private reached: 'preamble' | 'part' | 'epilogue' = 'preamble';
  /** The last bytes received, which may begin a delimiter; the first one may begin the body. */
  private tail = CRLF;
  /** The number of bytes at the start of the tail that belong to the previous delimiter. */
  private taken = 0;

  constructor(dashBoundary: string) {
    this.delimiter = Buffer.from(`\r\n${dashBoundary}`);
  }

  *scan(chunk: Uint8Array): Generator<PartEvent> {
    if (this.reached === 'epilogue') return;
    const bytes = Buffer.concat([this.tail, chunk]);
    let start = this.taken;
    let searched = 0;
    for (;;) {
      const at = bytes.indexOf(this.delimiter, searched);
      if (at < 0) {
        searched = Math.max(searched, bytes.length - this.delimiter.length + 1);
        break;
      }
      const behind = at + this.delimiter.length;
      const text = bytes.toString('latin1', behind, behind + MAX_PADDING);
      const [end, closing] = DELIMITER_END.exec(text) ?? [];
      if (end === undefined) {
        searched = at;
        if (text.length < MAX_PADDING && BEGUN_END.test(text)) break;
        searched++;
        continue;
      }
      if (this.reached === 'part') {
        yield* between(bytes, start, at);
        yield 'end';
      }
      this.reached = closing === undefined ? 'part' : 'epilogue';
      if (this.reached === 'epilogue') return;
      yield 'begin';
      start = behind + end.length;
      // The line break that ends a delimiter may also begin the next one.
      searched = start - CRLF.length;
    }
    if (this.reached === 'part') yield* between(bytes, start, searched);
    // A copy, which does not retain the chunk.
    this.tail = Buffer.from(bytes.subarray(searched));
    this.taken = Math.max(0, start - searched);
  }

  /** The number of bytes held back until it is known whether they belong to a part. */
  get heldBytes(): number {
    return this.tail.length;
  }

  /** The region reached: `epilogue` when the body is complete. */
  get state(): 'preamble' | 'part' | 'epilogue' {
    return this.reached;
  }
}

function* between(bytes: Buffer, start: number, end: number): Generator<Buffer> {
  if (end > start) yield bytes.subarray(start, end);
}
