import type { Counter } from './usage-counter';

/** A client's usage of one limit. */
export interface UsageRow {
  /** At most 100 ASCII characters. */
  readonly key: string;
  readonly amount: number;
  /** Milliseconds of a window of the limit. */
  readonly windowMs: number;
}

/** The total of all instances for a key. */
export interface SharedUsage {
  readonly key: string;
  readonly used: number;
  /** Milliseconds until its window ends, by the clock of the store. */
  readonly msLeft: number;
}

/** The interface for sharing counts between instances. All counts may be lost at any time without harm. */
export interface CounterTable {
  /** Creates the storage of the counts unless it exists. @throws errors of the store */
  prepare(): Promise<void>;
  /**
   * Adds to the counts of distinct keys, and begins new windows where they have ended.
   *
   * @throws errors of the store
   */
  add(rows: readonly UsageRow[]): Promise<readonly SharedUsage[]>;
  /** Removes windows that have ended. @throws errors of the store */
  prune(): Promise<void>;
}

/** Milliseconds that uses are collected, which limits statements to 50 a second, whatever the load. */
const GATHER_MS = 20;

/** The most keys of one statement; uses of further ones are not shared. */
const MAX_KEYS = 10_000;

/** Milliseconds between retries while the store is unavailable. */
const RETRY_MS = 1_000;

const PRUNE_MS = 60_000;

/**
 * Shares the counts of this instance with others, asynchronously: no request waits for the store. Uses are collected
 * and added to the store's counts in one statement, which returns the totals of all instances for the counters. So an
 * instance gets the others' counts some 20 ms after its own client's first request. While the store is unavailable,
 * each instance counts alone.
 */
export class SharedUsageExchange {
  private gathered = new Map<string, Gathered>();
  private timer: NodeJS.Timeout | undefined;
  private underWay: Promise<void> | undefined;
  private isPrepared = false;
  private isAway = false;
  private prunedAt = performance.now();
  private isClosed = false;

  /** @param onFault called when the store becomes unavailable, once each time */
  constructor(
    private readonly table: CounterTable,
    private readonly onFault: (error: unknown) => void,
  ) {}

  /** Shares a use that a counter has counted. */
  share(counter: Counter, client: string, amount: number): void {
    if (this.isClosed) return;
    const key = `${counter.names.shared} ${client}`;
    const known = this.gathered.get(key);
    if (known !== undefined) known.amount += amount;
    else if (this.gathered.size < MAX_KEYS) this.gathered.set(key, { counter, client, amount });
    this.schedule(GATHER_MS);
  }

  /** Ends the exchange; collected uses are discarded. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.underWay;
  }

  private schedule(delayMs: number): void {
    if (this.timer !== undefined || this.underWay !== undefined || this.isClosed) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.underWay = this.exchange().finally(() => {
        this.underWay = undefined;
        if (this.gathered.size > 0) this.schedule(this.isAway ? RETRY_MS : GATHER_MS);
      });
    }, delayMs);
    this.timer.unref();
  }

  /** Never rejects: uses that cannot be shared have been counted here, and are discarded. */
  private async exchange(): Promise<void> {
    const sent = this.gathered;
    this.gathered = new Map();
    try {
      await this.prepare();
      for (const usage of await this.table.add([...sent].map(rowOf))) await this.adopt(sent, usage);
      this.isAway = false;
      await this.prune();
    } catch (error) {
      if (!this.isAway && !this.isClosed) this.onFault(error);
      this.isAway = true;
      this.isPrepared = false;
    }
  }

  private async adopt(
    sent: ReadonlyMap<string, Gathered>,
    { key, used, msLeft }: SharedUsage,
  ): Promise<void> {
    const entry = sent.get(key);
    // Uses counted since the statement was sent.
    const since = this.gathered.get(key)?.amount ?? 0;
    await entry?.counter.adopt(entry.client, used + since, msLeft);
  }

  private async prepare(): Promise<void> {
    if (this.isPrepared) return;
    await this.table.prepare();
    this.isPrepared = true;
  }

  private async prune(): Promise<void> {
    const now = performance.now();
    if (now - this.prunedAt < PRUNE_MS) return;
    this.prunedAt = now;
    await this.table.prune();
  }
}

interface Gathered {
  readonly counter: Counter;
  readonly client: string;
  amount: number;
}

function rowOf([key, { counter, amount }]: [string, Gathered]): UsageRow {
  return { key, amount, windowMs: counter.limit.windowSeconds * 1_000 };
}
