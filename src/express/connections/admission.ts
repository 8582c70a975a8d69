import { LoopUsage } from './loop-usage';

/** Milliseconds of a turn of the event loop that are too long whoever is the cause. */
const LONG_MS = 100;
/** Milliseconds that connections wait to be read: those that send ahead, and those that send one at a time. */
const AIM_MS = { ahead: 40, single: 100 } as const;
/** Milliseconds to read a connection and to write to it: to serve nobody would take as long for each of them. */
const VISIT_MS = 0.02;
/** The share of the time that such visits may take. */
const VISITS = 0.5;
/** Requests for each connection in one turn, and how long it lasts by then, when clients send too much ahead. */
const AHEAD = { requests: 1.2, ms: 5 } as const;
/** Milliseconds that what was sent ahead may wait, by itself and while the event loop has no time left. */
const MAX_WAIT = { ms: 250, saturatedMs: 100 } as const;
/** Requests of one connection that are served in one go, and how long they may take together, in milliseconds. */
const IN_A_ROW = { requests: 64, ms: 12 } as const;
/** Milliseconds without a refusal after which there is enough room again. */
const CALM_MS = 1_000;
/** Some are served whatever arrives. */
const LEAST_SHARE = 0.03;
/** Arrivals between two looks at the time. */
const LOOK_EVERY = 32;

/**
 * How many of the requests that arrive are served, when more arrive than can be. The measure is how long
 * connections wait to be read (rounds.ts): if long, fewer requests are served. Clients that wait for each
 * response before they send the next request are the last to be refused.
 */
export class Admission {
  /** True while there is less time than requests. */
  isShort = false;
  private readonly usage = new LoopUsage();
  /** When something arrived as the first in this turn, in milliseconds of `performance.now()`. */
  private since: number | undefined;
  private arrivals = 0;
  private turnMs = 1;
  private shareOfSingle = 1;
  private shareOfAhead = 1;
  private refusedAt = 0;

  /**
   * @param connections as many as there are
   * @param mayRefuse false where all requests are served, whatever the time
   * @param onShort told when there is too little time
   */
  constructor(
    private readonly connections: () => number,
    private readonly mayRefuse: boolean,
    private readonly onShort: () => void,
  ) {}

  /** Told of each request, and of all that arrives on a connection at once. */
  arrived(): void {
    this.arrivals++;
    if (this.since === undefined) {
      this.since = performance.now();
      if (this.since - this.refusedAt > CALM_MS) this.isShort = false;
      setImmediate(this.endTurn);
    } else if (!this.isShort && this.arrivals % LOOK_EVERY === 0 && this.isAhead(this.since)) {
      this.begin();
    }
  }

  /** Told how long, in milliseconds, what a client sent ahead has waited until now. */
  waited(ms: number): void {
    if (this.isShort || ms <= MAX_WAIT.saturatedMs) return;
    if (ms > MAX_WAIT.ms || this.usage.isSaturated) this.begin();
  }

  /** @param count of requests that arrived together @returns how many of them, the first ones, are served */
  admitted(count: number): number {
    if (count === 1) return Math.random() < this.shareOfSingle ? 1 : 0;
    const most = Math.min(count, IN_A_ROW.requests, Math.max(1, IN_A_ROW.ms / this.turnMs));
    return Math.floor(most * this.shareOfAhead + Math.random());
  }

  /** Told when requests are refused because there is too little time. */
  refused(): void {
    this.refusedAt = performance.now();
  }

  private isAhead(since: number): boolean {
    const isMany = this.arrivals > AHEAD.requests * this.connections();
    return isMany && performance.now() - since > AHEAD.ms;
  }

  private begin(): void {
    if (!this.mayRefuse) return;
    this.isShort = true;
    this.shareOfAhead = LEAST_SHARE;
    this.refused();
    this.onShort();
  }

  private readonly endTurn = (): void => {
    const ms = performance.now() - (this.since ?? Infinity);
    this.since = undefined;
    this.arrivals = 0;
    if (!this.isShort && ms > LONG_MS) this.begin();
  };

  /**
   * Told from time to time while connections wait to be read.
   *
   * @param waitMs for how long one has waited
   * @param turnMs for how long the present turn of the event loop has lasted
   */
  adapt(waitMs: number, turnMs: number): void {
    this.turnMs += (turnMs - this.turnMs) / 10;
    const leastMs = (this.connections() * VISIT_MS) / VISITS;
    this.shareOfAhead = adapted(this.shareOfAhead, Math.max(AIM_MS.ahead, leastMs) / waitMs);
    this.shareOfSingle = adapted(this.shareOfSingle, Math.max(AIM_MS.single, leastMs) / waitMs);
  }
}

/** It falls faster than it rises. */
function adapted(share: number, factor: number): number {
  return Math.min(1, Math.max(LEAST_SHARE, share * Math.min(1.15, Math.max(0.7, factor))));
}
