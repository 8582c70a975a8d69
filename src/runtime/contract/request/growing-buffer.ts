const GROWTH = 4;

/** Collects chunks in one buffer of at most four times their size, so that few smaller ones are left behind. */
export class GrowingBuffer {
  private buffer: Buffer | undefined;
  private size = 0;
  private isOwn = true;

  /** @param maxBytes the size up to which it grows by more than the chunks need */
  constructor(private readonly maxBytes = Infinity) {}

  get length(): number {
    return this.size;
  }

  /** The bytes that it takes in memory. */
  get capacity(): number {
    return this.buffer?.length ?? 0;
  }

  /** The first chunk is kept without copying, since most bodies have only one; see `own`. */
  append(piece: Buffer): void {
    const size = this.size + piece.length;
    this.isOwn = this.buffer !== undefined;
    if (this.buffer === undefined) this.buffer = piece;
    else {
      if (size > this.buffer.length) this.buffer = this.grown(this.buffer, size);
      piece.copy(this.buffer, this.size);
    }
    this.size = size;
  }

  /** Copies what is part of a chunk, so that a few bytes do not retain the whole chunk. */
  own(): void {
    if (!this.isOwn) this.buffer = Buffer.from(this.bytes());
    this.isOwn = true;
  }

  /** All bytes, as a view of this buffer. */
  bytes(): Buffer {
    return this.buffer?.subarray(0, this.size) ?? Buffer.alloc(0);
  }

  /** All bytes; the buffer is empty afterwards. */
  take(): Buffer {
    const bytes = this.bytes();
    this.buffer = undefined;
    this.size = 0;
    return bytes;
  }

  private grown(buffer: Buffer, size: number): Buffer {
    const larger = Buffer.allocUnsafeSlow(Math.max(size, Math.min(GROWTH * size, this.maxBytes)));
    buffer.copy(larger, 0, 0, this.size);
    return larger;
  }
}
