import { requestHeaders } from '../../contract';
import { type RequestObserver, headerValues } from '../../express';
import type { MetricsFormat, MetricsText } from '../../management/metrics';
import { isManagement } from '../../management/pages';
import type { LineWriter } from '../log-output';
import type * as Exposition from './exposition';
import { Metrics, type MetricsSource, type ProcessMetrics } from './metrics';
import {
  ObservedRequest,
  type RequestSinks,
  requestIdOf,
  parseTraceparent,
} from './observed-request';
import { RequestLog } from './request-log';
import type * as TracesModule from './traces';

/** The telemetry of a running service. */
export interface Telemetry {
  readonly observer: RequestObserver;
  readonly metrics: Metrics;
  readonly writeMetrics: (format: MetricsFormat) => Promise<MetricsText>;
  /** The metrics as data, for a process that writes those of several. */
  readonly collectMetrics: () => Promise<ProcessMetrics>;
}

/**
 * @param requestLines the log of requests; absent: they are not logged
 * @param sources further metrics
 */
export function startTelemetry(
  requestLines: LineWriter | undefined,
  sources: readonly MetricsSource[] = [],
): Telemetry {
  const metrics = new Metrics();
  const traces = openTraces();
  return {
    metrics,
    observer: createRequestObserver({
      metrics,
      requestLog: requestLines && new RequestLog(requestLines),
      startSpan: traces && ((request) => traces.startSpan(request)),
    }),
    writeMetrics: (format) => loadExposition().writeMetrics([metrics, ...sources], format),
    collectMetrics: () => loadExposition().collect([metrics, ...sources]),
  };
}

/** The global key under which all copies of OpenTelemetry's API in a process keep their registrations. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1');

/** @returns undefined where traces are not collected */
function openTraces(): TracesModule.Traces | undefined {
  return REGISTERED in globalThis ? loadTraces().createTraces() : undefined;
}

/**
 * Runs a part of a request, such as a write to a store, in a span of its own within that of the request. Where traces
 * are not collected, it only runs it, without loading the API of OpenTelemetry.
 *
 * @example
 * ```ts
 * import { withinSpan } from 'openapi-trellis/service';
 *
 * export function find(id: string, query: (id: string) => Promise<object>): Promise<object> {
 *   return withinSpan('find book', () => query(id));
 * }
 * ```
 */
export function withinSpan<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  return REGISTERED in globalThis ? loadTraces().withinSpan(name, run) : run();
}

/** Loaded only where an SDK is registered: the API takes a tenth of the startup time to load. */
function loadTraces(): typeof TracesModule {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- import() would need a flag under Jest
  return require('./traces') as typeof TracesModule;
}

/** Loaded with the first scrape: prom-client takes 40 ms to load, and 5 MB. */
function loadExposition(): typeof Exposition {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- import() would need a flag under Jest
  return require('./exposition') as typeof Exposition;
}

/** The receivers of the observations. */
interface TelemetryParts {
  readonly metrics: Metrics;
  /** Absent where the level of the log excludes requests. */
  readonly requestLog?: RequestLog | undefined;
  /** Absent where traces are not collected. */
  readonly startSpan?: RequestSinks['startSpan'] | undefined;
}

function createRequestObserver({
  metrics,
  requestLog,
  startSpan,
}: TelemetryParts): RequestObserver {
  const sinks: RequestSinks = {
    startSpan,
    ended: (request) => {
      metrics.ended(request);
      // Probes and scrapes would be most of the lines.
      if (!request.isManagement) requestLog?.write(request);
    },
  };
  return {
    begin: (message) => {
      metrics.begun();
      const requestId = requestIdOf(headerValues(message, requestHeaders.requestId));
      const trace = parseTraceparent(headerValues(message, requestHeaders.traceparent));
      const isBeside = isManagement({ target: message.url ?? '' });
      return new ObservedRequest(sinks, { requestId, message, trace, isManagement: isBeside });
    },
    refused: (failure) => {
      metrics.begun();
      const requestId = requestIdOf([]);
      const request = new ObservedRequest(sinks, { requestId, isManagement: false });
      request.failed(failure);
      request.ended(failure.kind.status, true);
      return requestId;
    },
  };
}
