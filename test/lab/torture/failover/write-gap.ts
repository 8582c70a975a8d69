/** Milliseconds between two looks at the count. */
const LOOK_MS = 5;

/** Measures the longest time in which nothing is acknowledged. */
export class WriteGap {
  private longestMs = 0;
  private lastMs = performance.now();
  private last: number;
  private readonly timer = setInterval(() => {
    this.look();
  }, LOOK_MS).unref();

  /** @param count of what has been acknowledged so far */
  constructor(private readonly count: () => number) {
    this.last = count();
  }

  /** @returns seconds */
  end(): number {
    clearInterval(this.timer);
    this.look();
    return this.longestMs / 1_000;
  }

  private look(): void {
    const count = this.count();
    if (count === this.last) return;
    const nowMs = performance.now();
    this.longestMs = Math.max(this.longestMs, nowMs - this.lastMs);
    this.lastMs = nowMs;
    this.last = count;
  }
}
