import { acceptable, type HttpRequest, parseAccept, requestHeaders } from '../contract';

/** `text` is the format of Prometheus, `openmetrics` that of OpenMetrics 1.0. */
export type MetricsFormat = 'text' | 'openmetrics';

/** Metrics, in one of the formats. */
export interface MetricsText {
  readonly contentType: string;
  readonly text: string;
}

export type WriteMetrics = (format: MetricsFormat) => Promise<MetricsText>;

/** The first one is the default for clients without a preference. */
const OFFERS: readonly (readonly [mediaType: string, format: MetricsFormat])[] = [
  ['text/plain; version=0.0.4', 'text'],
  ['application/openmetrics-text; version=1.0.0', 'openmetrics'],
];

/** The format that a request prefers; a client that accepts none of them gets the first. */
export function metricsFormat(request: HttpRequest): MetricsFormat {
  const accept = parseAccept(request.headerValues(requestHeaders.accept));
  const [best] = acceptable(
    accept,
    OFFERS.map(([mediaType]) => mediaType),
  );
  return OFFERS.find(([mediaType]) => mediaType === best)?.[1] ?? 'text';
}
