import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  type Caller,
  type CompiledOperation,
  type Failure,
  type FailureKind,
  failureKinds,
} from '../../contract';
import type { RequestObservation } from '../../express';

/** What is known of a request when its response has ended. */
export interface SeenRequest {
  readonly requestId: string;
  /** As sent; undefined for what is no request that can be served. */
  readonly method: string | undefined;
  /** Undefined where none covers the request, and where it was refused before that was looked at. */
  readonly operation: CompiledOperation | undefined;
  readonly principal: Caller | undefined;
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
interface RequestStart {
  readonly requestId: string;
  /** Absent for what is no request that can be served. */
  readonly message?: IncomingMessage;
  readonly trace?: TraceIds | undefined;
  readonly isManagement: boolean;
}

/** A request on its way. */
export class ObservedRequest implements RequestObservation, SeenRequest {
  operation: CompiledOperation | undefined;
  principal: Caller | undefined;
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
  readonly #message: IncomingMessage | undefined;
  readonly isManagement: boolean;
  /** Where the client has the request in a trace; that of the request's own span as soon as there is one. */
  trace: TraceIds | undefined;

  constructor(
    private readonly sinks: RequestSinks,
    { requestId, message, trace, isManagement }: RequestStart,
  ) {
    this.requestId = requestId;
    this.#message = message;
    this.trace = trace;
    this.isManagement = isManagement;
  }

  get message(): IncomingMessage | undefined {
    return this.#message;
  }

  get method(): string | undefined {
    return this.#message?.method;
  }

  found(operation: CompiledOperation): void {
    this.operation = operation;
    this.startSpan();
  }

  admitted(caller: Caller | undefined): void {
    this.principal = caller;
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

/**
 * What a client may call its request: long enough for the identifiers in use (UUID, ULID, those of proxies),
 * and of characters that mean nothing in a header, a log or a shell.
 */
const REQUEST_ID = /^[\w.:+/=@-]{1,128}$/;

/** The client's name of a request, if it sent one that is well-formed; else a new one. */
export function requestIdOf(values: readonly string[]): string {
  const value = values.length === 1 ? values[0] : undefined;
  return value !== undefined && REQUEST_ID.test(value) ? value : newId();
}

const ID_DIGITS = 32;
/** Digits of as many are asked of the system at once, which costs as much as for one. */
const IDS_AT_ONCE = 256;
let digits = '';
let used = 0;

/**
 * 32 hexadecimal digits. A UUID of Node costs a microsecond more, as a string of many pieces; to write each from
 * bytes of its own costs a third of one.
 */
function newId(): string {
  if (used === digits.length) {
    digits = randomBytes((IDS_AT_ONCE * ID_DIGITS) / 2).toString('hex');
    used = 0;
  }
  used += ID_DIGITS;
  return digits.slice(used - ID_DIGITS, used);
}

const NAMES: ReadonlyMap<FailureKind, string> = new Map(
  Object.entries(failureKinds).map(([name, kind]) => [kind, name]),
);

/** What the contract layer calls a kind of failure, such as `invalidBody`; undefined for those of a domain. */
export function failureName({ kind }: Failure): string | undefined {
  return NAMES.get(kind);
}

/** The keyword of a schema that a request breaks; of several, the first. */
export function brokenKeyword({ details }: Failure): string | undefined {
  return details.faults?.[0]?.keyword;
}
