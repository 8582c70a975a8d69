import { UnavailableError } from 'openapi-trellis/contract';

/** Observes the commits of a store. Its methods must not throw. */
export interface CommitObserver {
  /** Called with the number of creates that wait for a commit. */
  queued(waiting: number): void;
  /** Called after a commit. @param isDone false when the database failed */
  committed(seconds: number, isDone: boolean): void;
}

/** The outcome of an item in a batch: its result, or its own error. */
export type ItemOutcome<Result> = Result | Error;

export interface Concurrency {
  /** The most items of a batch, 1 or more; by default limited only by weight. */
  readonly maxItems?: number;
  /** The most batches in progress at once, 1 or more. */
  readonly maxUnderWay: number;
  /**
   * Milliseconds that the batches in progress may take before another one begins in parallel. Until then items are
   * collected, since few large batches cost less than many small ones. By default 0.
   */
  readonly patienceMs?: number;
}

export interface BatchOptions<Item, Result> extends Concurrency {
  /**
   * Processes a batch, and resolves to the outcomes in the order of the items. When it throws, each item of the batch
   * fails with that error.
   */
  readonly run: (items: readonly Item[]) => Promise<readonly ItemOutcome<Result>[]>;
  /** The weight of an item, 1 or more: an estimate of the bytes that it takes in memory. */
  readonly weigh: (item: Item) => number;
  /** The weight of a full batch; a heavier item is a separate batch. */
  readonly maxBatchWeight: number;
  /** The weight of all waiting items, beyond which further items are refused. */
  readonly maxWaitingWeight: number;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly weight: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Collects single items into batches: items that arrive during a batch form the next one. A lone item does not wait,
 * and the more items there are, the less each of them costs.
 */
export class Batches<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  private waitingWeight = 0;
  private underWay = 0;
  private isPlanned = false;
  private patience: NodeJS.Timeout | undefined;

  /** Observes the batches, if it is set. */
  observer: CommitObserver | undefined;

  constructor(private readonly options: BatchOptions<Item, Result>) {}

  /**
   * @returns the outcome of the item
   * @throws UnavailableError when too much is waiting already; else the error of `run` or of the item
   */
  add(item: Item): Promise<Result> {
    const weight = this.options.weigh(item);
    if (this.waiting.length > 0 && this.waitingWeight + weight > this.options.maxWaitingWeight) {
      return Promise.reject(new UnavailableError('Too many plants are waiting to be stored'));
    }
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, weight, resolve, reject });
      this.waitingWeight += weight;
      this.observer?.queued(this.waiting.length);
      this.plan();
    });
  }

  /** The next batch begins soon, or later while others are in progress. */
  private plan(): void {
    const { maxUnderWay, patienceMs = 0 } = this.options;
    if (this.waiting.length === 0 || this.underWay >= maxUnderWay) return;
    if (this.underWay === 0 || patienceMs === 0) this.planSoon();
    else
      this.patience ??= setTimeout(() => {
        this.endPatience();
        this.planSoon();
      }, patienceMs);
  }

  /** At the end of this turn of the event loop, which combines the items of one turn. */
  private planSoon(): void {
    if (this.isPlanned) return;
    this.isPlanned = true;
    setImmediate(() => {
      this.isPlanned = false;
      this.start();
    });
  }

  private endPatience(): void {
    clearTimeout(this.patience);
    this.patience = undefined;
  }

  private start(): void {
    if (this.waiting.length === 0 || this.underWay >= this.options.maxUnderWay) return;
    this.underWay++;
    void this.settle(this.takeBatch()).then(() => {
      this.underWay--;
      if (this.underWay === 0) this.endPatience();
      this.plan();
    });
    this.plan();
  }

  private takeBatch(): Waiting<Item, Result>[] {
    const { maxItems = Infinity, maxBatchWeight } = this.options;
    let weight = 0;
    const end = this.waiting.findIndex((each, index) => {
      weight += each.weight;
      return index >= maxItems || (index > 0 && weight > maxBatchWeight);
    });
    const batch = end === -1 ? this.waiting : this.waiting.slice(0, end);
    this.waiting = end === -1 ? [] : this.waiting.slice(end);
    this.waitingWeight -= batch.reduce((sum, each) => sum + each.weight, 0);
    this.observer?.queued(this.waiting.length);
    return batch;
  }

  private async settle(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    const startedAt = performance.now();
    const tell = (isDone: boolean): void => {
      this.observer?.committed((performance.now() - startedAt) / 1_000, isDone);
    };
    try {
      const outcomes = await this.options.run(batch.map(({ item }) => item));
      tell(true);
      batch.forEach(({ resolve, reject }, index) => {
        const outcome = outcomes[index] as ItemOutcome<Result>;
        if (outcome instanceof Error) reject(outcome);
        else resolve(outcome);
      });
    } catch (error) {
      tell(false);
      for (const { reject } of batch) reject(error as Error);
    }
  }
}
