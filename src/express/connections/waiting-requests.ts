import type { MessagePair } from './message-pair';
import { SentAhead } from './sent-ahead';

/** What the requests that wait on all connections have in common. */
export interface SharedByWaiting {
  /** Requests that wait for their turn, of all connections together. */
  waiting: number;
  /** As many as may wait; a connection that brings more is cut. */
  readonly maxWaiting: number;
}

/** Requests of one connection that wait for their turn, the oldest first. */
export class WaitingRequests {
  private readonly pairs: MessagePair[] = [];
  private readonly ahead = new SentAhead();

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
    this.ahead.wait();
    this.pairs.push(pair);
    this.shared.waiting++;
  }

  /** Milliseconds for which the last of them will probably have waited; 0 while that cannot be told. */
  expectedMs(isMoreBehind: boolean): number {
    return this.ahead.expectedMs(this.pairs.length, isMoreBehind);
  }

  /** Puts one back that is still to wait. */
  putBack(pair: MessagePair): void {
    this.pairs.unshift(pair);
    this.shared.waiting++;
  }

  /** Takes the oldest one. */
  take(): MessagePair | undefined {
    if (this.pairs.length > 0) this.shared.waiting--;
    this.ahead.serve(1);
    if (this.pairs.length <= 1) this.ahead.end();
    return this.pairs.shift();
  }

  dropNewest(): void {
    if (this.pairs.pop() !== undefined) this.shared.waiting--;
  }

  drop(): void {
    this.shared.waiting -= this.pairs.length;
    this.pairs.length = 0;
  }
}
