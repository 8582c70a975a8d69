import type { MessagePair } from './message-pair';

/** What the requests that wait on all connections have in common. */
export interface SharedByWaiting {
  /** Requests that wait for their turn, of all connections together. */
  waiting: number;
  /** As many as may wait; a connection that brings more is cut. */
  readonly maxWaiting: number;
}

/**
 * How many requests are served of those that were parsed when there was time for all: the most of one connection,
 * since a burst seldom has more, the least of one, and, between these bounds, of all connections together.
 */
const UNSORTED = { most: 16, least: 4, together: 256 } as const;

/** Requests of one connection that wait for their turn, the oldest first. */
export class WaitingRequests {
  private readonly pairs: MessagePair[] = [];
  /** How many of them were parsed before there was too little time to serve all. */
  private unsorted = 0;
  /** How many of those are served. */
  private mostUnsorted: number = UNSORTED.most;

  constructor(private readonly shared: SharedByWaiting) {}

  get count(): number {
    return this.pairs.length;
  }

  get newest(): MessagePair | undefined {
    return this.pairs.at(-1);
  }

  /** True when more wait than may, on all connections together. */
  get areTooMany(): boolean {
    return this.shared.waiting > this.shared.maxWaiting;
  }

  add(pair: MessagePair): void {
    this.pairs.push(pair);
    this.shared.waiting++;
  }

  /** Puts one back that is still to wait. */
  putBack(pair: MessagePair): void {
    this.pairs.unshift(pair);
    this.shared.waiting++;
  }

  /** True when so many of them were parsed before there was too little time that not all can be served. */
  get areTooManyUnsorted(): boolean {
    return this.unsorted > this.mostUnsorted;
  }

  /**
   * Told when there is too little time from now on to serve all that arrives.
   *
   * @param connections as many as have requests that wait
   */
  markUnsorted(connections: number): void {
    const { most, least, together } = UNSORTED;
    this.unsorted = this.pairs.length;
    this.mostUnsorted = Math.max(least, Math.min(most, together / connections));
  }

  /** Takes the oldest one. */
  take(): MessagePair | undefined {
    if (this.pairs.length > 0) this.shared.waiting--;
    this.unsorted = Math.max(0, this.unsorted - 1);
    return this.pairs.shift();
  }

  dropNewest(): void {
    if (this.pairs.pop() !== undefined) this.shared.waiting--;
  }

  drop(): void {
    this.shared.waiting -= this.pairs.length;
    this.pairs.length = 0;
    this.unsorted = 0;
  }
}
