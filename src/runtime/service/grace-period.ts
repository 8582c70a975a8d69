/** The share of the grace time reserved for stores, the log and the end of the process. */
const SHARE_OF_RESOURCES = 0.1;

/** The minimum for a store to write everything to a slow disk, whatever the grace time, in milliseconds. */
const MIN_OF_RESOURCES_MS = 1_000;

/** The time in which a service must close. */
export class GracePeriod {
  private readonly deadline: number;

  /** @param graceMs from now on */
  constructor(graceMs: number) {
    this.deadline = performance.now() + graceMs;
    const forResourcesMs = Math.max(graceMs * SHARE_OF_RESOURCES, MIN_OF_RESOURCES_MS);
    this.forRequestsMs = Math.max(graceMs - forResourcesMs, graceMs / 2);
  }

  /** Milliseconds for the requests in progress, from the beginning. */
  readonly forRequestsMs: number;

  /** The remaining milliseconds. */
  get leftMs(): number {
    return Math.max(0, this.deadline - performance.now());
  }

  /** Waits for `closing` within the grace time. @returns false when that ends first */
  async allows(closing: Promise<void>): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<false>((resolve) => {
      timer = setTimeout(() => {
        resolve(false);
      }, this.leftMs);
    });
    try {
      return await Promise.race([closing.then(() => true), over]);
    } finally {
      clearTimeout(timer);
    }
  }
}
