/** A seeded source of random choices (mulberry32), which makes failing runs repeatable. */
export class Random {
  constructor(private seed: number) {}

  /** An integer from 0 to `below` - 1. */
  integer(below: number): number {
    this.seed = (this.seed + 0x6d2b79f5) | 0;
    let t = Math.imul(this.seed ^ (this.seed >>> 15), 1 | this.seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  }

  pick<T>(values: readonly T[]): T {
    return values[this.integer(values.length)] as T;
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.integer(256)));
  }
}
