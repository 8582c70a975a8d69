import { requestHeaders } from '../../contract';
import { headerValues, type RequestObserver } from '../../express';
import { isManagement } from '../../management/pages';
import type { Metrics } from './metrics';
import { ObservedRequest, type RequestSinks } from './observed-request';
import { requestIdOf } from './request-id';
import type { RequestLog } from './request-log';
import { parseTraceparent } from './traceparent';

/** Where what is seen of requests goes. */
export interface TelemetryParts {
  readonly metrics: Metrics;
  /** Absent where the level of the log leaves out requests. */
  readonly requestLog?: RequestLog | undefined;
  /** Absent where nobody collects traces. */
  readonly startSpan?: RequestSinks['startSpan'] | undefined;
}

/** Watches the requests of a server for the log, metrics and traces. */
export function createRequestObserver({
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
