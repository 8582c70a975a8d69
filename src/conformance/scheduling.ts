import type { Interruption, PhaseResult } from './results';

/** What a run may take. */
export interface Limits {
  /** Of the whole run, in milliseconds. */
  readonly timeMs: number;
  /** Requests of the whole run. */
  readonly requests: number;
  /** Requests a second; undefined for no limit. */
  readonly rate?: number | undefined;
}

export class Budget {
  private readonly startedAt = performance.now();
  private sent = 0;
  private stopped: Interruption | undefined;
  /** When the next request may be sent. */
  private slot = 0;

  constructor(private readonly limits: Limits) {}

  /** Ends the run after the requests that are under way. */
  stop(reason: Interruption): void {
    this.stopped ??= reason;
  }

  /** Why no more may be sent; undefined while more may. @param share of the time that may be used, 0 to 1 */
  end(share = 1): PhaseResult['ended'] | undefined {
    if (this.stopped !== undefined) return this.stopped;
    if (this.sent >= this.limits.requests) return 'requests';
    const next = Math.max(performance.now(), this.slot) - this.startedAt;
    return next >= this.limits.timeMs * share ? 'time' : undefined;
  }

  get elapsedMs(): number {
    return performance.now() - this.startedAt;
  }

  /** Counts a request, and waits until the rate allows it. */
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
 * Does something with each item, several at a time, in the order in which they come.
 *
 * @param most how many at a time, 1 or more
 * @param isOver asked before each item; true ends it
 * @throws what the first of them throws, after those under way have ended
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

/** Time that making items may take before sockets and timers have their turn. */
const MOST_MS = 20;

/** Lets pieces of work go on together, and some alone. */
export class Turns {
  /** What goes on, and is waited for by what wants to be alone. */
  private readonly going = new Set<Promise<unknown>>();
  /** The last of those that are alone, or wait to be. */
  private alone: Promise<unknown> = Promise.resolve();

  /** Does it as soon as nothing is, or waits to be, alone. */
  async together<Result>(work: () => Promise<Result>): Promise<Result> {
    let before: Promise<unknown> | undefined;
    while (before !== this.alone) {
      before = this.alone;
      await before;
    }
    const going = work();
    const ended = going.catch(() => undefined);
    this.going.add(ended);
    try {
      return await going;
    } finally {
      this.going.delete(ended);
    }
  }

  /** Does it while nothing else goes on. */
  apart<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.alone.then(async () => {
      await Promise.all(this.going);
      return work();
    });
    this.alone = result.catch(() => undefined);
    return result;
  }
}
