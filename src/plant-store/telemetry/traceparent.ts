/** Where a request stands in a trace. */
export interface TraceIds {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
}

const TRACEPARENT =
  /^(?!ff)[\da-f]{2}-(?!0{32})(?<traceId>[\da-f]{32})-(?!0{16})(?<spanId>[\da-f]{16})-[\da-f]{2}(?<more>-.*)?$/;

/**
 * Reads a traceparent header. Versions after 00 may have more fields, which are not read.
 *
 * @returns undefined for none, for several, and for one that is malformed
 * @see https://www.w3.org/TR/trace-context/#traceparent-header
 */
export function parseTraceparent(values: readonly string[]): TraceIds | undefined {
  const value = values.length === 1 ? values[0] : undefined;
  if (value === undefined) return undefined;
  const { traceId, spanId, more } = TRACEPARENT.exec(value)?.groups ?? {};
  if (traceId === undefined || spanId === undefined) return undefined;
  if (more !== undefined && value.startsWith('00')) return undefined;
  return { traceId, spanId };
}
