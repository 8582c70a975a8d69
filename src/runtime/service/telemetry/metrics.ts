import { failureKinds, type UndocumentedResponseError } from '../../contract';
import { brokenKeyword, failureName, type SeenRequest } from './observed-request';

/**
 * The metrics of a service. Labels are bounded by the document: operationIds, statuses, and keywords of schemas or
 * names of failures.
 *
 * @see https://prometheus.io/docs/practices/naming/
 */

/** Replaces an operationId where no operation covers the request. */
const NO_OPERATION = '(none)';
/** Replaces an operationId for paths under `/-/`. */
const MANAGEMENT = '(management)';
/** Replaces a status where the client disconnected before one was sent. */
const ABORTED = 'aborted';
/** Replaces a keyword where no schema describes the fault of a response. */
const UNDOCUMENTED = 'undocumented';

/** From half a millisecond, the most for a request without a store, to the timeout of most clients. */
const REQUEST_SECONDS = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
];

const DURATION = 'http_request_duration_seconds';

type Direction = 'request' | 'response';

export class Metrics implements MetricsSource {
  /** By operation and status. */
  private readonly requests = new Map<string, Map<string, Durations>>();
  private readonly violations = new Map<string, Sample & { value: number }>();
  private inFlight = 0;
  private shed = 0;

  /** Called when a request has begun. */
  begun(): void {
    this.inFlight++;
  }

  /** Called when the response of a request has ended. */
  ended(request: SeenRequest): void {
    this.inFlight--;
    const operation = operationOf(request);
    const { status, failure, isHandled, durationMs } = request;
    this.durationsOf(operation, status === undefined ? ABORTED : String(status)).add(
      durationMs / 1_000,
    );
    if (failure === undefined) return;
    if (failure.kind === failureKinds.unavailable && !isHandled) this.shed++;
    const name = failureName(failure);
    if (name === undefined || failure.kind.status >= 500) return;
    this.violated(operation, 'request', brokenKeyword(failure) ?? name);
  }

  /** Called for a handler's response that does not match the document. */
  undocumented({ keyword = UNDOCUMENTED }: UndocumentedResponseError, operation?: string): void {
    this.violated(operation ?? NO_OPERATION, 'response', keyword);
  }

  /** The current values of all metrics. */
  getMetricsAsJSON(): MetricFamily[] {
    return [
      {
        name: 'http_requests_total',
        help: 'Requests whose response has ended',
        type: 'counter',
        values: this.ofRequests((labels, { count }) => [{ labels, value: count }]),
      },
      {
        name: DURATION,
        help: 'Time from the head of a request to the end of its response',
        type: 'histogram',
        values: this.ofRequests((labels, durations) => durations.samples(DURATION, labels)),
      },
      single('gauge', 'http_requests_in_flight', 'Requests without a response', this.inFlight),
      single(
        'counter',
        'http_requests_shed_total',
        'Requests that got 503 before their handler was called',
        this.shed,
      ),
      {
        name: 'contract_violations_total',
        help: 'Requests that were refused, and responses that the document does not state',
        type: 'counter',
        values: [...this.violations.values()],
      },
    ];
  }

  private durationsOf(operation: string, status: string): Durations {
    let byStatus = this.requests.get(operation);
    if (byStatus === undefined) {
      byStatus = new Map<string, Durations>();
      this.requests.set(operation, byStatus);
    }
    let durations = byStatus.get(status);
    if (durations === undefined) byStatus.set(status, (durations = new Durations(REQUEST_SECONDS)));
    return durations;
  }

  private ofRequests(
    samplesOf: (labels: Sample['labels'], durations: Durations) => Sample[],
  ): Sample[] {
    return [...this.requests].flatMap(([operation, byStatus]) =>
      [...byStatus].flatMap(([status, durations]) => samplesOf({ operation, status }, durations)),
    );
  }

  private violated(operation: string, direction: Direction, keyword: string): void {
    const labels = { operation, direction, keyword };
    const key = JSON.stringify(labels);
    const violation = this.violations.get(key);
    if (violation === undefined) this.violations.set(key, { labels, value: 1 });
    else violation.value++;
  }
}

function operationOf({ operation, isManagement }: SeenRequest): string {
  return operation?.operationId ?? (isManagement ? MANAGEMENT : NO_OPERATION);
}

function single(
  type: 'counter' | 'gauge',
  name: string,
  help: string,
  value: number,
): MetricFamily {
  return { name, help, type, values: [{ labels: {}, value }] };
}

/** Metrics of a part of a service, in the form of a `Registry` of prom-client. */
export interface MetricsSource {
  getMetricsAsJSON(): Promise<readonly MetricObject[]> | readonly MetricObject[];
}

/** A metric as data, with its values. */
interface MetricObject {
  readonly name: string;
  readonly help: string;
  /** Its name, or its number in the types of prom-client. */
  readonly type: unknown;
  readonly values?: unknown;
}

export type ProcessMetrics = readonly MetricObject[];

/** A metric with all its values, in prom-client's data format. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly values: readonly Sample[];
}

/** A value with its labels. */
interface Sample {
  /** Present where it differs from the family's. */
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/**
 * A histogram of durations, which needs no prom-client. The one there takes 0.4 µs for each value, since it looks up the
 * labels each time; this takes 0.02.
 *
 * @see https://prometheus.io/docs/concepts/metric_types/#histogram
 * @example
 * ```ts
 * import { Durations, type MetricsSource } from 'openapi-trellis/service';
 *
 * const name = 'query_duration_seconds';
 * const help = 'Time that a query took';
 * export const queries = new Durations([0.001, 0.01, 0.1, 1]);
 *
 * export const metrics: MetricsSource = {
 *   getMetricsAsJSON: () => [{ name, help, type: 'histogram', values: queries.samples(name, {}) }],
 * };
 * ```
 */
export class Durations {
  count = 0;
  private sum = 0;
  /** The count of each bucket, and of values above all. */
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

  /** The values of a metric: its buckets, each of which includes the smaller ones, sum and count. */
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
