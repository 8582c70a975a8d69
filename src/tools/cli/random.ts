/** The largest seed that fast-check accepts. */
export const MAX_SEED = 2 ** 31 - 1;

/** A pseudorandom generator with the same sequence for the same seed on any machine. */
export class Random {
  private state: number;

  /** @param seed any text; equal texts give equal sequences */
  constructor(seed: string) {
    this.state = hash(seed);
  }

  /** A number from 0 up to, but not including, 1 (the generator "mulberry32"). */
  fraction(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer from `least` to `most`, both included. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** @param items at least one */
  pick<Item>(items: readonly Item[]): Item {
    return items[this.integer(0, items.length - 1)] as Item;
  }
}

/** FNV-1a, 32 bits, over the UTF-16 code units. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  return value;
}
