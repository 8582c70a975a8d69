/** Milliseconds over which the use is measured. */
const SAMPLE_MS = 100;
/** The share of the time from which on there is more to do than is done. */
const SATURATED = 0.95;

/** How much of the event loop's time is used. It is measured when it is asked for, and costs nothing before. */
export class LoopUsage {
  private since = performance.eventLoopUtilization();
  private nextAt = -Infinity;
  private wasSaturated = false;

  /** True when hardly any time was left since the question before; of two within 100 ms, the answer is the same. */
  get isSaturated(): boolean {
    const now = performance.now();
    if (now < this.nextAt) return this.wasSaturated;
    const present = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(present, this.since);
    this.wasSaturated = utilization > SATURATED;
    this.since = present;
    this.nextAt = now + SAMPLE_MS;
    return this.wasSaturated;
  }
}
