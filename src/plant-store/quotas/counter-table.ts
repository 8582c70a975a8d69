/** What one client used of one limit. */
export interface UsageRow {
  /** At most 100 characters of ASCII. */
  readonly key: string;
  readonly amount: number;
  /** Milliseconds that a window of the limit takes. */
  readonly windowMs: number;
}

/** What all instances together have counted for a key. */
export interface SharedUsage {
  readonly key: string;
  readonly used: number;
  /** Milliseconds until its window ends, by the clock of the store. */
  readonly msLeft: number;
}

/** The port through which instances share their counts. All of it may be lost at any time without harm. */
export interface CounterTable {
  /** Makes the place of the counts unless it is there. @throws what the store throws */
  prepare(): Promise<void>;
  /**
   * Adds to the counts of keys, each of which is given once, and begins new windows where they have ended.
   *
   * @throws what the store throws
   */
  add(rows: readonly UsageRow[]): Promise<readonly SharedUsage[]>;
  /** Removes windows that have ended. @throws what the store throws */
  prune(): Promise<void>;
}
