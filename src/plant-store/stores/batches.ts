import { UnavailableError } from '../../contract/failure';

/** Observes the commits of a store. None of its methods may throw. */
export interface CommitObserver {
  /** So many creates wait for a commit now. */
  queued(waiting: number): void;
  /** A commit has ended. @param isDone false when the database failed */
  committed(seconds: number, isDone: boolean): void;
}

/** What becomes of an item in a batch: its result, or the error that is its own. */
export type Outcome<Result> = Result | Error;

/** How many batches a database is given at once, and of what size. */
export interface Concurrency {
  /** Items of a batch at most, 1 or more; by default as many as the weight allows. */
  readonly maxItems?: number;
  /** Batches that may be under way at once, 1 or more. */
  readonly maxUnderWay: number;
  /**
   * How long the batches under way may take before a further one is begun beside them, in milliseconds.
   * Until then what comes is gathered, since few large batches cost less than many small ones. By
   * default 0.
   */
  readonly patienceMs?: number;
}

/** How items are gathered. */
export interface BatchOptions<Item, Result> extends Concurrency {
  /**
   * Does what is to be done with a batch, and resolves to the outcomes in the order of the items.
   * When it throws, each item of the batch fails with what it threw.
   */
  readonly run: (items: readonly Item[]) => Promise<readonly Outcome<Result>[]>;
  /** What an item weighs, 1 or more: an estimate of the bytes that it keeps in memory. */
  readonly weigh: (item: Item) => number;
  /** Weight at which a batch is full; a heavier item is a batch of its own. */
  readonly maxBatchWeight: number;
  /** Weight of all that waits, beyond which a further item is refused. */
  readonly maxWaitingWeight: number;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly weight: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Gathers items that come one by one into batches: those that come while a batch is under way are the
 * next one. So a lone item does not wait, and the more there are, the less each of them costs.
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
   * @throws UnavailableError when too much waits already; else what `run` threw or gave for the item
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

  /** The next batch begins soon, or later while others are under way. */
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

  /** At the end of this turn of the event loop, so that what comes in one turn goes together. */
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
        const outcome = outcomes[index] as Outcome<Result>;
        if (outcome instanceof Error) reject(outcome);
        else resolve(outcome);
      });
    } catch (error) {
      tell(false);
      for (const { reject } of batch) reject(error as Error);
    }
  }
}
