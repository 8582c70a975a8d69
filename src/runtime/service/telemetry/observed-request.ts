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

/** The observations of a request at the end of its response. */
export interface SeenRequest {
  readonly requestId: string;
  /** As sent; undefined for requests that cannot be served. */
  readonly method: string | undefined;
  /** Undefined where none covers the request, and where it was refused before routing. */
  readonly operation: CompiledOperation | undefined;
  readonly principal: Caller | undefined;
  readonly failure: Failure | undefined;
  /** True for a request under `/-/`. */
  readonly isManagement: boolean;
  /** True once the handler was called. */
  readonly isHandled: boolean;
  readonly trace: TraceIds | undefined;
  /** The status sent; undefined when none was. */
  readonly status: number | undefined;
  /** False when the client disconnected, or was cut, before the response was complete. */
  readonly isComplete: boolean;
  /** Bytes of the response's content, unless it was a stream. */
  readonly contentBytes: number | undefined;
  readonly durationMs: number;
}

export interface RequestSpan {
  readonly ids: TraceIds;
  /** Runs a function within it. */
  with<Result>(run: () => Result): Result;
  end(request: SeenRequest): void;
}

export interface RequestSinks {
  /** Begins a span when a request's operation is known, or when it ends without one; absent: no traces. */
  readonly startSpan?: ((request: ObservedRequest) => RequestSpan) | undefined;
  readonly ended: (request: SeenRequest) => void;
}

/** The data of a request at its beginning. */
interface RequestStart {
  readonly requestId: string;
  /** Absent for requests that cannot be served. */
  readonly message?: IncomingMessage;
  readonly trace?: TraceIds | undefined;
  readonly isManagement: boolean;
}

/** A request in progress. */
export class ObservedRequest implements RequestObservation, SeenRequest {
  operation: CompiledOperation | undefined;
  principal: Caller | undefined;
  failure: Failure | undefined;
  isHandled = false;
  status: number | undefined;
  isComplete = false;
  contentBytes: number | undefined;
  durationMs = 0;
  readonly startedAt = performance.now();
  private span: RequestSpan | undefined;

  readonly requestId: string;
  readonly #message: IncomingMessage | undefined;
  readonly isManagement: boolean;
  /** The position in the client's trace, replaced by that of the request's own span. */
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

/** The position of a request in a trace. */
export interface TraceIds {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
}

const TRACEPARENT =
  /^(?!ff)[\da-f]{2}-(?!0{32})(?<traceId>[\da-f]{32})-(?!0{16})(?<spanId>[\da-f]{16})-[\da-f]{2}(?<more>-.*)?$/;

/**
 * Parses a traceparent header. Versions after 00 may have more fields, which are ignored.
 *
 * @returns undefined without a header, for several, and for a malformed one
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
 * A client's ID of its request: long enough for the identifiers in use (UUID, ULID, those of proxies), and only
 * characters without a meaning in a header, a log or a shell.
 */
const REQUEST_ID = /^[\w.:+/=@-]{1,128}$/;

/** The client's ID of a request, if it sent a well-formed one; else a new ID. */
export function requestIdOf(values: readonly string[]): string {
  const value = values.length === 1 ? values[0] : undefined;
  return value !== undefined && REQUEST_ID.test(value) ? value : newId();
}

const ID_DIGITS = 32;
/** The digits of so many IDs are requested from the system at once, which costs as much as for one. */
const IDS_AT_ONCE = 256;
let digits = '';
let used = 0;

/**
 * 32 hexadecimal digits. Node's UUID costs a microsecond more, as a string of many pieces; converting separate bytes
 * for each costs a third of one.
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

/** The contract layer's name of a kind of failure, such as `invalidBody`; undefined for those of a domain. */
export function failureName({ kind }: Failure): string | undefined {
  return NAMES.get(kind);
}

/** The violated keyword of a schema; the first of several. */
export function brokenKeyword({ details }: Failure): string | undefined {
  return details.faults?.[0]?.keyword;
}
