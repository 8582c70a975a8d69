/** The share of the grace time that is kept from requests: for stores, the log and the end. */
const SHARE_OF_RESOURCES = 0.1;

/** What a store needs to write all to a slow disk, however short the grace time is, in milliseconds. */
const MIN_OF_RESOURCES_MS = 1_000;

/** The time that a service has to close. */
export class GracePeriod {
  private readonly deadline: number;

  /** @param graceMs from now on */
  constructor(graceMs: number) {
    this.deadline = performance.now() + graceMs;
    const forResourcesMs = Math.max(graceMs * SHARE_OF_RESOURCES, MIN_OF_RESOURCES_MS);
    this.forRequestsMs = Math.max(graceMs - forResourcesMs, graceMs / 2);
  }

  /** Milliseconds for the requests in flight, from the beginning. */
  readonly forRequestsMs: number;

  /** Milliseconds that are left. */
  get leftMs(): number {
    return Math.max(0, this.deadline - performance.now());
  }

  /** Waits for something within the grace time. @returns false when that is over first */
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
