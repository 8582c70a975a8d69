import { Failure, unavailable } from './failure';

/**
 * Bounds the requests that have arrived completely and have no response yet; further ones get 503. Pass it to
 * `createService` as `pending`; several services may share one.
 *
 * @example
 * ```ts
 * import { PendingRequests } from 'openapi-trellis/contract';
 *
 * export const pending = new PendingRequests(1_000);
 * ```
 */
export class PendingRequests {
  private count = 0;

  /** @param most the largest number of pending requests, 1 or more */
  constructor(private readonly most: number) {}

  /** True when another request would be refused. */
  get isFull(): boolean {
    return this.count >= this.most;
  }

  /** Counts a request until `leave` is called. @returns the failure for a request beyond the limit */
  enter(): Failure | undefined {
    const failure = this.isFull ? busy() : undefined;
    this.count++;
    return failure;
  }

  /** Must follow each `enter`, even one that returned a failure. */
  leave(): void {
    this.count--;
  }

  /** Does not count a request while it waits for its client. */
  async except<Result>(waiting: Promise<Result>): Promise<Result | Failure> {
    this.count--;
    try {
      const result = await waiting;
      return this.isFull && !(result instanceof Failure) ? busy() : result;
    } finally {
      this.count++;
    }
  }
}

function busy(): Failure {
  return unavailable('The service is busy');
}
