/** Milliseconds after which connections that are accepted have waited for long. */
const LONG_MS = 50;
/** Milliseconds of a turn of the event loop that holds up those that wait; to accept one takes 0.04. */
const LONG_TURN_MS = 1;

/**
 * Connections that wait to be accepted, as far as a process can know of them: libuv accepts one in each turn of
 * the event loop, so others probably wait as long as each turn brings one.
 */
export class Backlog {
  /** When the first of the turns began that brought one each, in milliseconds of `performance.now()`. */
  private since: number | undefined;
  private accepted = 0;
  private isOfThisTurn = false;

  /** @param onLong told of each turn by which connections have been kept waiting for long by other work */
  constructor(private readonly onLong: () => void) {}

  /** True while connections probably wait. */
  get isWaiting(): boolean {
    return this.since !== undefined;
  }

  /** Told of each connection that was accepted. */
  accept(): void {
    this.accepted++;
    this.isOfThisTurn = true;
    if (this.since !== undefined) return;
    this.since = performance.now();
    setImmediate(this.endTurn);
  }

  private readonly endTurn = (): void => {
    if (!this.isOfThisTurn) {
      this.since = undefined;
      this.accepted = 0;
      return;
    }
    this.isOfThisTurn = false;
    setImmediate(this.endTurn);
    const ms = performance.now() - (this.since ?? Infinity);
    if (ms > LONG_MS && ms > this.accepted * LONG_TURN_MS) this.onLong();
  };
}
