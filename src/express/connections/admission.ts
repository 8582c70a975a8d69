import { LoopUsage } from './loop-usage';

/** Milliseconds of a turn of the event loop that are too long whoever is the cause. */
const LONG_MS = 100;
/** Milliseconds to read a connection and to write to it, without what each of its requests takes. */
const VISIT_MS = 0.015;
/** The share of the time that visits of connections which send too much take. */
const VISITS = 0.45;
/** Milliseconds from one such visit to the next, at least. */
const LEAST_ROUND_MS = 10;
/** Milliseconds by which visits may be late, for those that send ahead, and for those that send one at a time. */
const LATE_MS = { ahead: 20, single: 100 } as const;
/** Requests for each connection in one turn, and how long it lasts by then, when clients send too much ahead. */
const AHEAD = { requests: 1.2, ms: 5 } as const;
/** Milliseconds that what was sent ahead may wait, by itself and while the event loop has no time left. */
const MAX_WAIT = { ms: 250, saturatedMs: 100 } as const;
/** Connections that are expected to wait for so long, and the milliseconds within which they are seen. */
const EXPECTED = { connections: 3, withinMs: 150 } as const;
/** Requests of one connection that are served in one go, and how long they may take together, in milliseconds. */
const IN_A_ROW = { requests: 64, ms: 12 } as const;
/** Milliseconds after which there is enough room again: without a refusal, or with time for what was refused. */
const CALM_MS = 1_000;
/** Visits over which it is taken how many requests come together. */
const LATELY = 16;
/** Some are served whatever arrives: so many in a visit, and this share of those that come one at a time. */
const LEAST = 0.1;
/** Connections beyond which the requests of one turn of the event loop may take long. */
const MANY = 16;
/** Connections up to which nobody waits for long: of those whose clients wait for each response, none is refused. */
const FEW = 64;
/** Arrivals between two looks at the time. */
const LOOK_EVERY = 32;

/**
 * How many of the requests that arrive are served, when more arrive than can be. The measure is how late
 * connections are read (rounds.ts): if late, fewer requests are served. Clients that wait for each response
 * before they send the next request are the last to be refused.
 */
export class Admission {
  /** True while there is less time than requests. */
  isShort = false;
  private readonly usage = new LoopUsage();
  /** When something arrived as the first in this turn, in milliseconds of `performance.now()`. */
  private since: number | undefined;
  private arrivals = 0;
  private turnMs = 1;
  /** The share that is served of requests that come one at a time. */
  private shareOfSingle = 1;
  /** Requests that are served when several have arrived together. */
  private servedOfMany = 1;
  private refusedAt = 0;
  /** Connections whose clients will have waited too long, of late. */
  private readonly expecting = new Set<object>();
  private expectingSince = 0;
  /** True when visits were so late lately that no more can be served, though the event loop may have time left. */
  private isLate = false;
  /** How many requests came together lately, on average. */
  private together = 1;

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

  /**
   * Milliseconds from one visit of a connection that sends too much to the next: visits of all of them take no
   * more than their share of the time.
   */
  get roundMs(): number {
    return Math.max(LEAST_ROUND_MS, (this.connections() * VISIT_MS) / VISITS);
  }

  /** True for so many connections that the requests of one turn of the event loop may take long. */
  get areMany(): boolean {
    return this.connections() > MANY;
  }

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

  /** Told how long, in milliseconds, what was sent ahead on a connection is expected to wait. */
  expected(connection: object, ms: number): void {
    if (this.isShort || ms <= MAX_WAIT.ms) return;
    const { expecting } = this;
    const now = performance.now();
    if (now - this.expectingSince > EXPECTED.withinMs) {
      expecting.clear();
      this.expectingSince = now;
    }
    expecting.add(connection);
    if (expecting.size >= EXPECTED.connections) this.begin();
  }

  /** Told while connections are kept waiting until they are accepted. */
  keptWaiting(): void {
    if (!this.areMany) return;
    if (!this.isShort) this.begin();
    this.refusedAt = performance.now();
  }

  /** @param count of requests that arrived together @returns how many of them are served */
  admitted(count: number): number {
    const areFew = this.connections() <= FEW;
    if (count === 1) return areFew || Math.random() < this.shareOfSingle ? 1 : 0;
    const most = Math.min(count, IN_A_ROW.requests, Math.max(1, IN_A_ROW.ms / this.turnMs));
    this.together += (count - this.together) / LATELY;
    return Math.floor(Math.min(most, this.servedOfMany) + Math.random());
  }

  /** Told when requests are refused because there is too little time. */
  refused(): void {
    // Late by itself may be what else the machine does; the refusals of small bursts would then never end.
    const isFarTooMuch = this.isLate && this.together > IN_A_ROW.requests;
    if (isFarTooMuch || !this.usage.isRoomy) this.refusedAt = performance.now();
  }

  private isAhead(since: number): boolean {
    const isMany = this.arrivals > AHEAD.requests * this.connections();
    return isMany && performance.now() - since > AHEAD.ms;
  }

  private begin(): void {
    if (!this.mayRefuse) return;
    this.isShort = true;
    this.servedOfMany = LEAST;
    this.refusedAt = performance.now();
    this.onShort();
  }

  private readonly endTurn = (): void => {
    const ms = performance.now() - (this.since ?? Infinity);
    this.since = undefined;
    this.arrivals = 0;
    if (!this.isShort && ms > LONG_MS) this.begin();
  };

  /**
   * Told from time to time while connections are read in rounds.
   *
   * @param lateMs by how long visits were late at most
   * @param turnMs for how long the present turn of the event loop has lasted
   * @param werePostponed false where all that were due were visited in their turn; when that was late, something else
   *   held up the event loop, and to refuse requests of clients that wait would not help
   */
  adapt(lateMs: number, turnMs: number, werePostponed: boolean): void {
    this.turnMs += (turnMs - this.turnMs) / 10;
    this.isLate = lateMs > LATE_MS.ahead / 2;
    const most = IN_A_ROW.requests;
    this.servedOfMany = adapted(this.servedOfMany, lateMs / LATE_MS.ahead, most);
    const lateness = werePostponed ? lateMs / LATE_MS.single : 0;
    this.shareOfSingle = adapted(this.shareOfSingle, lateness, 1);
  }
}

/** It rises while visits are less late than they may be, and falls while they are later. */
function adapted(value: number, lateness: number, most: number): number {
  return Math.min(most, Math.max(LEAST, value * Math.max(0.7, 1.25 - 0.25 * lateness)));
}
