import type { IncomingMessage } from 'node:http';
import type { CompiledOperation, Failure, Principal } from '../../contract';
import type { RequestObservation } from '../../express';
import type { TraceIds } from './traceparent';

/** What is known of a request when its response has ended. */
export interface SeenRequest {
  readonly requestId: string;
  /** As sent; undefined for what is no request that can be served. */
  readonly method: string | undefined;
  /** Undefined where none covers the request, and where it was refused before that was looked at. */
  readonly operation: CompiledOperation | undefined;
  readonly principal: Principal | undefined;
  readonly failure: Failure | undefined;
  /** True for a request for what is under `/-/`. */
  readonly isManagement: boolean;
  /** True once the handler was called. */
  readonly isHandled: boolean;
  readonly trace: TraceIds | undefined;
  /** The one that was sent; undefined when none was. */
  readonly status: number | undefined;
  /** False when the client went away, or was cut, before the response was complete. */
  readonly isComplete: boolean;
  /** Bytes of the response's content, where it did not come in pieces. */
  readonly contentBytes: number | undefined;
  readonly durationMs: number;
}

/** A part of the trace that a request is in. */
export interface RequestSpan {
  readonly ids: TraceIds;
  /** Runs something within it. */
  with<Result>(run: () => Result): Result;
  end(request: SeenRequest): void;
}

/** What is done with the requests that were seen. */
export interface RequestSinks {
  /** Begins a span for a request whose operation is known, or which has ended without one; absent: no traces. */
  readonly startSpan?: ((request: ObservedRequest) => RequestSpan) | undefined;
  readonly ended: (request: SeenRequest) => void;
}

/** What is known of a request when it begins. */
export interface RequestStart {
  readonly requestId: string;
  /** Absent for what is no request that can be served. */
  readonly message?: IncomingMessage;
  readonly trace?: TraceIds | undefined;
  readonly isManagement: boolean;
}

/** A request on its way. */
export class ObservedRequest implements RequestObservation, SeenRequest {
  operation: CompiledOperation | undefined;
  principal: Principal | undefined;
  failure: Failure | undefined;
  isHandled = false;
  status: number | undefined;
  isComplete = false;
  contentBytes: number | undefined;
  durationMs = 0;
  /** By `performance.now()`. */
  readonly startedAt = performance.now();
  private span: RequestSpan | undefined;

  readonly requestId: string;
  readonly message: IncomingMessage | undefined;
  readonly isManagement: boolean;
  /** Where the client has the request in a trace; that of the request's own span as soon as there is one. */
  trace: TraceIds | undefined;

  constructor(
    private readonly sinks: RequestSinks,
    { requestId, message, trace, isManagement }: RequestStart,
  ) {
    this.requestId = requestId;
    this.message = message;
    this.trace = trace;
    this.isManagement = isManagement;
  }

  get method(): string | undefined {
    return this.message?.method;
  }

  found(operation: CompiledOperation): void {
    this.operation = operation;
    this.startSpan();
  }

  /** Of several schemes, the caller of the first counts. */
  admitted(principals: Readonly<Record<string, Principal>>): void {
    for (const scheme in principals) {
      this.principal = principals[scheme];
      return;
    }
  }

  handling<Result>(run: () => Result): Result {
    this.isHandled = true;
    return this.span === undefined ? run() : this.span.with(run);
  }

  failed(failure: Failure): void {
    this.failure = failure;
  }

  sized(contentBytes: number): void {
    this.contentBytes = contentBytes;
  }

  ended(status: number | undefined, isComplete: boolean): void {
    this.status = status;
    this.isComplete = isComplete;
    this.durationMs = performance.now() - this.startedAt;
    if (this.span === undefined) this.startSpan();
    this.span?.end(this);
    this.sinks.ended(this);
  }

  private startSpan(): void {
    if (this.sinks.startSpan === undefined) return;
    this.span = this.sinks.startSpan(this);
    this.trace = this.span.ids;
  }
}
