/** Bytes that arrive in pieces, kept in one buffer of at most twice their number. */
export class GrowingBuffer {
  private buffer: Buffer | undefined;
  private size = 0;

  /** The number of bytes. */
  get length(): number {
    return this.size;
  }

  /** The first piece is kept as it is, since most bodies have no other. */
  append(piece: Buffer): void {
    const size = this.size + piece.length;
    if (this.buffer === undefined) this.buffer = piece;
    else {
      if (size > this.buffer.length) this.buffer = this.grown(this.buffer, 2 * size);
      piece.copy(this.buffer, this.size);
    }
    this.size = size;
  }

  /** All of them; they share their memory with this. */
  bytes(): Buffer {
    return this.buffer?.subarray(0, this.size) ?? Buffer.alloc(0);
  }

  /** The same, and none are left. */
  take(): Buffer {
    const bytes = this.bytes();
    this.buffer = undefined;
    this.size = 0;
    return bytes;
  }

  private grown(buffer: Buffer, length: number): Buffer {
    const larger = Buffer.allocUnsafeSlow(length);
    buffer.copy(larger, 0, 0, this.size);
    return larger;
  }
}
