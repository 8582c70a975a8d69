import type { Interruption, PhaseResult } from './results';

export interface Limits {
  /** Time of the whole run, in milliseconds. */
  readonly timeMs: number;
  /** Number of requests of the whole run. */
  readonly requests: number;
  /** Requests per second; undefined for no limit. */
  readonly rate?: number | undefined;
}

export class Budget {
  private readonly startedAt = performance.now();
  private sent = 0;
  private stopped: Interruption | undefined;
  /** When the next request may be sent, as of `performance.now()`. */
  private slot = 0;

  constructor(private readonly limits: Limits) {}

  /** Ends the run once the requests in flight have completed. */
  stop(reason: Interruption): void {
    this.stopped ??= reason;
  }

  /** Why no more requests may be sent; undefined while they may. @param share part of the time to use, 0 to 1 */
  end(share = 1): PhaseResult['ended'] | undefined {
    if (this.stopped !== undefined) return this.stopped;
    if (this.sent >= this.limits.requests) return 'requests';
    const next = Math.max(performance.now(), this.slot) - this.startedAt;
    return next >= this.limits.timeMs * share ? 'time' : undefined;
  }

  get elapsedMs(): number {
    return performance.now() - this.startedAt;
  }

  /** Counts a request and waits until the rate allows it. */
  async take(): Promise<void> {
    this.sent++;
    const { rate } = this.limits;
    if (rate === undefined) return;
    const now = performance.now();
    const at = Math.max(now, this.slot);
    this.slot = at + 1000 / rate;
    if (at > now) await new Promise((resolve) => setTimeout(resolve, at - now));
  }
}

/**
 * Runs work for each item, several at a time, in the order of the items.
 *
 * @param most maximum number of items at a time, 1 or more
 * @param isOver called before each item; true ends the run
 * @throws the first error of `work`, once the work in progress has ended
 */
export async function inParallel<Item>(
  items: Iterable<Item>,
  most: number,
  isOver: () => boolean,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  const faults: unknown[] = [];
  let since = performance.now();
  const lane = async (): Promise<void> => {
    while (!isOver() && faults.length === 0) {
      try {
        // Items are made synchronously, and some take long.
        if (performance.now() - since >= MOST_MS) {
          await new Promise((resolve) => setImmediate(resolve));
          since = performance.now();
        }
        const next = iterator.next();
        if (next.done === true) return;
        await work(next.value);
      } catch (error) {
        faults.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: most }, lane));
  if (faults.length > 0) throw faults[0];
}

/** How long items may be made, in milliseconds, before sockets and timers get their turn. */
const MOST_MS = 20;

/** A read-write lock: shared work runs concurrently, exclusive work runs alone. */
export class ReadWriteLock {
  private readonly sharing = new Set<Promise<unknown>>();
  /** The last exclusive work that is running or waiting. */
  private lastExclusive: Promise<unknown> = Promise.resolve();

  /** Runs work once no exclusive work is running or waiting. */
  async shared<Result>(work: () => Promise<Result>): Promise<Result> {
    let before: Promise<unknown> | undefined;
    while (before !== this.lastExclusive) {
      before = this.lastExclusive;
      await before;
    }
    const running = work();
    const ended = running.catch(() => undefined);
    this.sharing.add(ended);
    try {
      return await running;
    } finally {
      this.sharing.delete(ended);
    }
  }

  /** Runs work while no other work is running. */
  exclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.lastExclusive.then(async () => {
      await Promise.all(this.sharing);
      return work();
    });
    this.lastExclusive = result.catch(() => undefined);
    return result;
  }
}
