/** A record of a file, not decoded yet. */
export interface RawRecord {
  /** The number of its first line, 1 or more. */
  readonly line: number;
  /** The number of its last line. */
  readonly lastLine: number;
  /** Without the newline at its end; undefined when it exceeds the limit. */
  readonly bytes: Buffer | undefined;
}

/** Finds the ends of a format's records. It gets all bytes, once each and in order. */
export interface RecordEnd {
  /** The index of the newline that ends a record, at `from` or after; -1 when the record continues. */
  find(bytes: Buffer, from: number): number;
  /** Newlines inside the current or last record. */
  readonly newlines: number;
}

export const LF = 0x0a;

/** A newline always ends the record. */
export const lineEnd: RecordEnd = {
  find: (bytes, from) => bytes.indexOf(LF, from),
  newlines: 0,
};

/** Splits chunks of bytes into records; discards a record that exceeds the limit. */
export class RecordSplitter {
  private line = 1;
  private pieces: Buffer[] = [];
  private size = 0;

  constructor(
    private readonly recordEnd: RecordEnd,
    private readonly maxBytes: number,
  ) {}

  /** The records that end in this chunk, which must not change afterwards. */
  split(chunk: Buffer): RawRecord[] {
    const records: RawRecord[] = [];
    let from = 0;
    let end: number;
    while ((end = this.recordEnd.find(chunk, from)) !== -1) {
      this.keep(chunk.subarray(from, end));
      records.push(this.take());
      from = end + 1;
    }
    if (from < chunk.length) this.keep(chunk.subarray(from));
    return records;
  }

  /** The rest after the last chunk. */
  end(): RawRecord[] {
    return this.size === 0 ? [] : [this.take()];
  }

  private keep(piece: Buffer): void {
    this.size += piece.length;
    if (this.size > this.maxBytes) this.pieces = [];
    else this.pieces.push(piece);
  }

  private take(): RawRecord {
    const [first] = this.pieces;
    const whole = this.pieces.length === 1 ? first : Buffer.concat(this.pieces);
    const bytes = this.size > this.maxBytes ? undefined : whole;
    const { line } = this;
    const lastLine = line + this.recordEnd.newlines;
    this.line = lastLine + 1;
    this.pieces = [];
    this.size = 0;
    return { line, lastLine, bytes };
  }
}
