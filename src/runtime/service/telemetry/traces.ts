import type { IncomingMessage } from 'node:http';
import {
  type Attributes,
  context,
  type Context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { headerValues } from '../../express';
import {
  failureName,
  type ObservedRequest,
  type RequestSpan,
  type SeenRequest,
  type TraceIds,
} from './observed-request';

/**
 * Traces, by the API of OpenTelemetry alone: to collect them, load an SDK before the service.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/#http-server
 */
export interface Traces {
  /** Begins the span of a request, which starts with the request's headers. */
  startSpan(request: ObservedRequest): RequestSpan;
}

/** The name of the instrumentation, which spans carry beside the service's own. */
const NAME = 'openapi-trellis';

/** @returns undefined when no SDK is registered, which avoids all work for traces */
export function createTraces(): Traces | undefined {
  const tracer = registeredTracer();
  return tracer && { startSpan: (request) => new ServerSpan(tracer, request) };
}

/** Runs a function in a span within the active one. */
export function withinSpan<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  return trace.getTracer(NAME).startActiveSpan(name, async (span) => {
    try {
      return await run();
    } catch (error) {
      span.recordException(error instanceof Error ? error : String(error));
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Without an SDK, spans have no ids. The trial span never ends, so no SDK exports it. */
function registeredTracer(): Tracer | undefined {
  const tracer = trace.getTracer(NAME);
  const trial = tracer.startSpan('trial', { root: true });
  return isSpanContextValid(trial.spanContext()) ? tracer : undefined;
}

class ServerSpan implements RequestSpan {
  readonly ids: TraceIds;
  private readonly span: Span;
  private readonly context: Context;

  constructor(
    tracer: Tracer,
    private readonly request: ObservedRequest,
  ) {
    const { message, startedAt: startTime } = request;
    const parent =
      message === undefined ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, message, HEADERS);
    const options = { kind: SpanKind.SERVER, startTime, attributes: attributesOf(request) };
    this.span = tracer.startSpan(spanName(request), options, parent);
    this.context = trace.setSpan(parent, this.span);
    this.ids = this.span.spanContext();
  }

  with<Result>(run: () => Result): Result {
    return context.with(this.context, run);
  }

  /** A client's fault is no error of a server span. */
  end({ status, failure, durationMs }: SeenRequest): void {
    if (status !== undefined) this.span.setAttribute('http.response.status_code', status);
    if (status === undefined || status >= 500) {
      const name = failure && failureName(failure);
      const errorType = status === undefined ? 'aborted' : (name ?? String(status));
      this.span.setAttribute('error.type', errorType);
      this.span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.span.end(this.request.startedAt + durationMs);
  }
}

/** The methods that the conventions define; others count as one. */
const METHODS: ReadonlySet<string> = new Set([
  'CONNECT',
  'DELETE',
  'GET',
  'HEAD',
  'OPTIONS',
  'PATCH',
  'POST',
  'PUT',
  'QUERY',
  'TRACE',
]);

function methodOf({ method = '' }: ObservedRequest): string | undefined {
  return METHODS.has(method) ? method : undefined;
}

function spanName(request: ObservedRequest): string {
  const { operation } = request;
  const method = methodOf(request) ?? 'HTTP';
  return operation === undefined ? method : `${method} ${operation.path}`;
}

/**
 * Omits `url.path`, which the conventions define: text chosen by a client stays out of traces, as it does of the log.
 */
function attributesOf(request: ObservedRequest): Attributes {
  const { operation, requestId } = request;
  return {
    'http.request.method': methodOf(request) ?? '_OTHER',
    'url.scheme': 'http',
    'http.request.header.x-request-id': [requestId],
    ...(operation !== undefined && { 'http.route': operation.path }),
  };
}

const HEADERS: TextMapGetter<IncomingMessage> = {
  keys: ({ headers }) => Object.keys(headers),
  get: (message, name) => [...headerValues(message, name.toLowerCase())],
};
