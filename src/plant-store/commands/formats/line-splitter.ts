/** A line of a file, not decoded yet. */
export interface RawLine {
  /** Its number, 1 or more. */
  readonly line: number;
  /** Without the newline at its end; undefined when it exceeds the limit. */
  readonly bytes: Buffer | undefined;
}

const LF = 0x0a;

/** Splits chunks of bytes into lines; discards a line that exceeds the limit. */
export class LineSplitter {
  private line = 1;
  private pieces: Buffer[] = [];
  private size = 0;

  constructor(private readonly maxBytes: number) {}

  /** The lines that end in this chunk, which must not change afterwards. */
  split(chunk: Buffer): RawLine[] {
    const lines: RawLine[] = [];
    let from = 0;
    let end: number;
    while ((end = chunk.indexOf(LF, from)) !== -1) {
      this.keep(chunk.subarray(from, end));
      lines.push(this.take());
      from = end + 1;
    }
    if (from < chunk.length) this.keep(chunk.subarray(from));
    return lines;
  }

  /** The rest after the last chunk. */
  end(): RawLine[] {
    return this.size === 0 ? [] : [this.take()];
  }

  private keep(piece: Buffer): void {
    this.size += piece.length;
    if (this.size > this.maxBytes) this.pieces = [];
    else this.pieces.push(piece);
  }

  private take(): RawLine {
    const [first] = this.pieces;
    const whole = this.pieces.length === 1 ? first : Buffer.concat(this.pieces);
    const bytes = this.size > this.maxBytes ? undefined : whole;
    this.pieces = [];
    this.size = 0;
    return { line: this.line++, bytes };
  }
}
