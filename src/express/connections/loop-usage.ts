/** Milliseconds over which the use is measured. */
const SAMPLE_MS = 100;
/** The share of the time from which on there is more to do than is done. */
const SATURATED = 0.95;
/** The share of the time up to which there is time for more. */
const ROOMY = 0.75;

/** How much of the event loop's time is used. It is measured when it is asked for, and costs nothing before. */
export class LoopUsage {
  private since = performance.eventLoopUtilization();
  private nextAt = -Infinity;
  private used = 0;

  /** True when hardly any time was left since the question before. */
  get isSaturated(): boolean {
    return this.measured() > SATURATED;
  }

  /** True when there was time for more since the question before. */
  get isRoomy(): boolean {
    return this.measured() < ROOMY;
  }

  /** @returns the share of the time; of two questions within 100 ms, the answer is the same */
  private measured(): number {
    const now = performance.now();
    if (now < this.nextAt) return this.used;
    const present = performance.eventLoopUtilization();
    this.used = performance.eventLoopUtilization(present, this.since).utilization;
    this.since = present;
    this.nextAt = now + SAMPLE_MS;
    return this.used;
  }
}
