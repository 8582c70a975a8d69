import type { RequestObserver } from '../../express';
import type { LineWriter } from '../log-output';
import type { MetricsFormat, MetricsText } from '../../management/metrics';
import type * as Exposition from './exposition';
import { Metrics } from './metrics';
import { createRequestObserver } from './request-observer';
import { RequestLog } from './request-log';
import type * as TracesModule from './traces';

/** What watches a service that runs. */
export interface Telemetry {
  readonly observer: RequestObserver;
  readonly metrics: Metrics;
  /** Absent where nobody collects traces. */
  readonly traces: TracesModule.Traces | undefined;
  readonly writeMetrics: (format: MetricsFormat) => Promise<MetricsText>;
}

/** @param requestLines where requests are logged; absent: they are not */
export function startTelemetry(requestLines: LineWriter | undefined): Telemetry {
  const metrics = new Metrics();
  const traces = isApiUsed() ? loadTraces().createTraces() : undefined;
  return {
    metrics,
    traces,
    observer: createRequestObserver({
      metrics,
      requestLog: requestLines && new RequestLog(requestLines),
      startSpan: traces && ((request) => traces.startSpan(request)),
    }),
    writeMetrics: (format) => loadExposition().writeMetrics(metrics.families(), format),
  };
}

/** Where all copies of OpenTelemetry's API of a process keep what is registered with them. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1');

function isApiUsed(): boolean {
  return REGISTERED in globalThis;
}

/** Only where an SDK is registered: the API takes as long to load as a tenth of a start. */
function loadTraces(): typeof TracesModule {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- import() would need a flag under Jest
  return require('./traces') as typeof TracesModule;
}

/** With the first scrape: prom-client takes 40 ms to load, and 5 MB. */
function loadExposition(): typeof Exposition {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- import() would need a flag under Jest
  return require('./exposition') as typeof Exposition;
}
