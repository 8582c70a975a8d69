/** A metric with all its values, as prom-client gives and takes them as data. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly values: readonly Sample[];
}

/** A value with its labels. */
export interface Sample {
  /** Where it is another than that of the family. */
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}
