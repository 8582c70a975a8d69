import { Failure, unavailable } from './failure';

/** Requests that have arrived as a whole and have no response yet. Beyond their bound, further ones are refused. */
export class PendingRequests {
  private count = 0;

  /** @param most as many as may be pending, 1 or more */
  constructor(private readonly most: number) {}

  /** True when a further one would be refused. */
  get isFull(): boolean {
    return this.count >= this.most;
  }

  /** As many as may still be taken; 0 or less when there is no room. */
  get room(): number {
    return this.most - this.count;
  }

  /** True when a tenth of what may be pending is: a sign of load, and no longer of single slow requests. */
  get isMany(): boolean {
    return this.count >= this.most / 10;
  }

  /** Counts a request while it is served. @returns the failure instead when there is no room */
  async during<Result>(serve: () => Promise<Result>): Promise<Result | Failure> {
    if (this.isFull) return busy();
    this.count++;
    try {
      return await serve();
    } finally {
      this.count--;
    }
  }

  /** Does not count a request that is served while it waits for its client. */
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

/** The failure of a request for which there is no room. */
export function busy(): Failure {
  return unavailable('The service is busy');
}
