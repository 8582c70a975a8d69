import type { File } from 'node:buffer';
import type { Failure } from './failure';
import type { RequestHead } from './http-message';
import type { Principal } from './security/principal';

/**
 * The types by which a handler is bound to its operation. Generation writes, for each operationId, the
 * input that a handler gets, the union of the responses that it may give, and who may call.
 */

/** An operation as the generated types state it. */
export interface OperationTypes {
  readonly input: object;
  readonly response: HandlerResponse;
  readonly principals: object;
}

/** What every response has; the generated types narrow each part. */
export interface HandlerResponse {
  readonly status: number;
  /** Wanted where the document gives the response several media types whose bodies differ, or a range. */
  readonly mediaType?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** The value of a multipart form, with Files for the fields that are bytes. */
export type WithFiles<Body, Names extends PropertyKey> = {
  [Name in keyof Body]: Name extends Names ? FilesOf<Body[Name]> : Body[Name];
};

type FilesOf<Value> = Value extends readonly unknown[]
  ? File[]
  : Value extends null | undefined
    ? Value
    : File;

/** The parameters of a location, with those that have a default always there. */
export type WithDefaults<Parameters, Names extends keyof Parameters> = Parameters &
  Required<Pick<Parameters, Names>>;

/** What a handler gets beside its input. */
export interface HandlerContext<Dependencies, Principals = Readonly<Record<string, Principal>>> {
  /** What the composition gave to the handlers, such as stores. */
  readonly dependencies: Dependencies;
  /** Who calls, by the security schemes of the alternative that they meet; empty for one who need not. */
  readonly principals: Principals;
  /**
   * What was sent before the body, for what the document does not describe. Header fields may hold
   * credentials; never log them as they are.
   */
  readonly request: RequestHead;
  /** Names the request in the log and in X-Request-Id; undefined where the host does not observe requests. */
  readonly requestId: string | undefined;
  /** Aborted when the client goes away before the response is complete. */
  readonly signal: AbortSignal;
  /**
   * Aborted when the service begins to shut down. A handler whose response is a stream without an end of its
   * own, such as events, ends it then; soon after, the host does.
   */
  readonly closing: AbortSignal;
}

/**
 * Carries out an operation. It returns a response that the document states, or a Failure, for which the
 * document decides the status. What it throws becomes 500, or 503 for an UnavailableError.
 */
export type Handler<Operation extends OperationTypes, Dependencies> = (
  input: Operation['input'],
  context: HandlerContext<Dependencies, Operation['principals']>,
) => Promise<Operation['response'] | Failure>;

/** One handler for each operationId. */
export type Handlers<Operations, Dependencies> = {
  readonly [OperationId in keyof Operations]: Operations[OperationId] extends OperationTypes
    ? Handler<Operations[OperationId], Dependencies>
    : never;
};
