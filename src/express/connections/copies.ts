/** As many copies as are kept side by side. */
const KEPT = 256;

/** Bytes many times over, for what is sent so often that it should be written in one go. */
export class Copies {
  private readonly kept: Buffer;

  constructor(private readonly bytes: Buffer) {
    this.kept = Buffer.alloc(KEPT * bytes.length, bytes);
  }

  /** @returns the bytes so many times, to be read only */
  times(count: number): Buffer {
    const length = count * this.bytes.length;
    return count <= KEPT ? this.kept.subarray(0, length) : Buffer.alloc(length, this.bytes);
  }
}
