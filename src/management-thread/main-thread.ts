import { STARTING, type Readiness } from './messages';

/**
 * Seconds of silence after which the service is not ready: more than the longest request that is
 * allowed by default takes, and soon enough to send others elsewhere.
 */
const NOT_READY_AFTER_S = 5;

/**
 * Seconds of silence after which it is not live. Who sees that ends the process, and all requests in
 * flight with it, so it is several times what any request may well take.
 */
const NOT_LIVE_AFTER_S = 30;

/** What is known of the main thread here: what it said last, and how long ago. */
export class MainThread {
  private readiness: Readiness = STARTING;
  private silentS = 0;

  /** Takes what it says of itself. */
  hear(readiness: Readiness): void {
    this.readiness = readiness;
    this.silentS = 0;
  }

  /**
   * Counts a second, by a timer of this thread. By the clock, a process that was stopped as a whole and
   * goes on would look as if its main thread had hung.
   */
  passSecond(): void {
    this.silentS++;
  }

  /** Why the service is not ready; undefined when it is. */
  notReady(): string | undefined {
    return this.silence(NOT_READY_AFTER_S) ?? this.readiness.notReady;
  }

  /** Why the process is not live; undefined when it is. */
  notLive(): string | undefined {
    return this.silence(NOT_LIVE_AFTER_S);
  }

  private silence(fromS: number): string | undefined {
    if (this.silentS < fromS) return undefined;
    return `the main thread has been busy without a pause for ${this.silentS} s`;
  }
}
