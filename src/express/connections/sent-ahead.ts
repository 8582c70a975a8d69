/** Milliseconds after which it can be told how fast what was sent ahead is served. */
const LEAST_MS = 30;

/** What a client has sent ahead, from when it began to wait until all of it is served. */
export class SentAhead {
  private since: number | undefined;
  private served = 0;

  /** Told when some of it waits. */
  wait(): void {
    this.since ??= performance.now();
  }

  /** Told when so many bytes of it go to the parser. */
  serve(bytes: number): void {
    this.served += bytes;
  }

  /** Told when nothing of it waits any more. */
  end(): void {
    this.since = undefined;
    this.served = 0;
  }

  /** Milliseconds for which it has waited. */
  get waitedMs(): number {
    return this.since === undefined ? 0 : performance.now() - this.since;
  }

  /**
   * Milliseconds for which the last of it will have waited, at the pace until now; 0 while that cannot be told.
   *
   * @param left bytes that wait
   * @param isMoreBehind true when the client has sent more than is read at once; then it is probably twice as much
   */
  expectedMs(left: number, isMoreBehind: boolean): number {
    const { served, waitedMs } = this;
    if (waitedMs < LEAST_MS || served === 0) return 0;
    return ((waitedMs * (served + left)) / served) * (isMoreBehind ? 2 : 1);
  }
}
