/** Milliseconds after which connections that are accepted have waited for long. */
const LONG_MS = 50;
/** Milliseconds of a turn of the event loop that holds up those that wait; to accept one takes 0.04. */
const LONG_TURN_MS = 1;
/**
 * While connections wait, work that may wait too has one of so many turns. It takes 5 ms or so, and to accept a
 * connection in each of the others takes as long.
 */
const TURNS = 64;

/**
 * Connections that wait to be accepted, as far as a process can know of them: libuv accepts one in each turn of
 * the event loop, so others probably wait as long as each turn brings one.
 */
export class Backlog {
  /** When the turns began over which it is taken how long they are, in milliseconds of `performance.now()`. */
  private since: number | undefined;
  /** Connections that have been accepted in these turns. */
  private accepted = 0;
  /** Turns that have brought one each. */
  private turns = 0;
  private isOfThisTurn = false;

  /** @param onLong told every 50 ms for as long as other work keeps connections waiting */
  constructor(private readonly onLong: () => void) {}

  /** True while connections probably wait. */
  get isWaiting(): boolean {
    return this.since !== undefined;
  }

  /** True in a turn that other work is to leave to them, if it may wait. */
  get takesTurn(): boolean {
    return this.isWaiting && this.turns % TURNS !== 0;
  }

  /** Told of each connection that was accepted. */
  accept(): void {
    this.accepted++;
    this.turns++;
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
    this.judge(performance.now());
  };

  private judge(now: number): void {
    const ms = now - (this.since ?? now);
    if (ms <= LONG_MS) return;
    if (ms > this.accepted * LONG_TURN_MS) this.onLong();
    this.since = now;
    this.accepted = 0;
  }
}
