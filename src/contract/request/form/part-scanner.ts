/** Behind a delimiter: the end of the last one, or that of a line. */
const DELIMITER_END = /^(?:(--)|[ \t]*\r\n)/;

/** The same, of which more may come. */
const BEGUN_END = /^(?:-?|[ \t]*\r?)$/;

/** White space behind a delimiter is shorter. */
const MAX_PADDING = 100;

const CRLF = Buffer.from('\r\n');

/** A part begins or ends, or bytes of the one that has begun. */
export type PartEvent = 'begin' | 'end' | Buffer;

/**
 * Finds the parts of a multipart body as it arrives. The preamble and the epilogue do not count.
 *
 * @see https://www.rfc-editor.org/rfc/rfc2046#section-5.1
 */
export class PartScanner {
  private readonly delimiter: Buffer;
  private reached: 'preamble' | 'part' | 'epilogue' = 'preamble';
  /** The end of what has arrived, where a delimiter may begin; the first one may begin the body. */
  private tail = CRLF;
  /** Bytes of the tail that belong to a delimiter before it. */
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
      // The line break that ends a delimiter may be that before the next one.
      searched = start - CRLF.length;
    }
    if (this.reached === 'part') yield* between(bytes, start, searched);
    // A copy, which does not keep the chunk.
    this.tail = Buffer.from(bytes.subarray(searched));
    this.taken = Math.max(0, start - searched);
  }

  /** Bytes of what has arrived of which it is not known yet whether they belong to a part. */
  get heldBytes(): number {
    return this.tail.length;
  }

  /** What has been reached: the epilogue, where the body is whole. */
  get state(): 'preamble' | 'part' | 'epilogue' {
    return this.reached;
  }
}

function* between(bytes: Buffer, start: number, end: number): Generator<Buffer> {
  if (end > start) yield bytes.subarray(start, end);
}
