import type { File } from 'node:buffer';
import type { CompiledOperation } from './compiled-contract';
import { Failure } from './failure';
import {
  type RequestHead,
  RequestAbortedError,
  type HttpRequest,
  cancelStream,
  isStream,
} from './http-message';
import type { RequestContext } from './request-context';
import { InvalidItemError } from './request/items/item-reader';
import { BoundedBody } from './request/bounded-body';
import type { Principal } from './security/principal';

/**
 * The types that bind a handler to its operation. For each operationId, generation writes the handler's input, the
 * union of the responses it may return, and the principals who may call.
 */

/** An operation as the generated types state it. */
export interface OperationTypes {
  readonly input: object;
  readonly response: HandlerResponse;
  readonly principals: object;
}

/** The parts of a response; the generated types narrow each. */
export interface HandlerResponse {
  readonly status: number;
  /** Required where the document gives the response several media types whose bodies differ, or a range. */
  readonly mediaType?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** The value of a multipart form, with Files for the binary fields. `& {}` makes editors show its members. */
export type WithFiles<Body, Names extends PropertyKey> = {
  [Name in keyof Body]: Name extends Names ? FilesOf<Body[Name]> : Body[Name];
} & {};

type FilesOf<Value> = Value extends readonly unknown[]
  ? File[]
  : Value extends null | undefined
    ? Value
    : File;

/** The parameters of a location; those with a default are always present. */
export type WithDefaults<Parameters, Names extends keyof Parameters> = Members<
  Parameters & Required<Pick<Parameters, Names>>
>;

/** The same type flattened to one object, which makes editors show its members. */
type Members<Value> = { [Name in keyof Value]: Value[Name] } & {};

/** A Principal for each security scheme: the default type of authenticators. */
// eslint-disable-next-line @typescript-eslint/consistent-indexed-object-style -- messages call an interface by its name
export interface NamedPrincipals {
  readonly [scheme: string]: Principal;
}

/**
 * The caller of an operation, by the alternatives of its security requirements, where authenticators accept with these
 * principals. `unknown` for a scheme without an authenticator.
 */
export type PrincipalsFor<Alternatives, Principals> = Alternatives extends unknown
  ? {
      [Scheme in keyof Alternatives]: Alternatives[Scheme] extends undefined
        ? undefined
        : Scheme extends keyof Principals
          ? Principals[Scheme]
          : unknown;
    }
  : never;

/** The second argument of a handler. */
export interface HandlerContext<Dependencies, Principals = NamedPrincipals, Locals = unknown> {
  /** The dependencies given to the handlers at composition, such as stores. */
  readonly dependencies: Dependencies;
  /** The caller, by the security schemes of the alternative met; empty where none is required. */
  readonly principals: Principals;
  /** The application's data about the request, such as its session; undefined where it provides none. */
  readonly locals: Locals;
  /**
   * The request before its body, for the parts that the document does not describe. Header fields may hold credentials;
   * never log them as they are.
   */
  readonly request: RequestHead;
  /** Identifies the request in the log and in X-Request-Id; undefined where the host does not observe requests. */
  readonly requestId: string | undefined;
  /** Aborted when the client disconnects before the response is complete. */
  readonly signal: AbortSignal;
  /**
   * Aborted when the service begins to shut down. A handler whose response is an open-ended stream, such as events,
   * must end it then; soon after, the host does.
   */
  readonly closing: AbortSignal;
  /** For type checking only; never set. */
  readonly [WANTED]?: Wanted<Principals>;
}

/** The context of a handler of any operation. */
interface AnyContext<Dependencies, Principals, Locals> extends Omit<
  HandlerContext<Dependencies, never, Locals>,
  typeof WANTED
> {
  readonly [WANTED]?: Wanted<Principals>;
}

/**
 * The principal types a handler expects of each scheme's authenticator. Principals themselves cannot be compared: a
 * handler may accept one scheme or another, and a service has both.
 */
declare const WANTED: unique symbol;

type Wanted<Principals> = (takers: Takers<Principals>) => void;

type Takers<Principals> = {
  readonly [Scheme in SchemesIn<Principals>]?: (principal: PrincipalIn<Principals, Scheme>) => void;
};

type SchemesIn<Principals> = Principals extends unknown ? Extract<keyof Principals, string> : never;

type PrincipalIn<Principals, Scheme> = Principals extends unknown
  ? Scheme extends keyof Principals
    ? Exclude<Principals[Scheme], undefined>
    : never
  : never;

/**
 * The function that implements an operation. It returns a response that the document states, or a Failure, for which
 * the document decides the status. An error it throws becomes 500, or 503 for an UnavailableError.
 *
 * The generated `Handler<'createPlant'>` is this type for one operation.
 *
 * @example
 * ```ts
 * import type { Handler } from 'openapi-trellis/contract';
 * import type { Operations, Response } from '../generated/operations';
 *
 * export const createPlant: Handler<Operations['createPlant'], unknown> = async ({
 *   body,
 * }): Promise<Response<'createPlant'>> => ({ status: 200, body });
 * ```
 */
export type Handler<
  Operation extends OperationTypes,
  Dependencies,
  Principals = NamedPrincipals,
  Locals = unknown,
> = (
  input: Operation['input'],
  context: HandlerContext<Dependencies, PrincipalsFor<Operation['principals'], Principals>, Locals>,
) => Promise<Operation['response'] | Failure>;

/** One handler for each operationId. */
export type Handlers<Operations, Dependencies, Principals = NamedPrincipals, Locals = unknown> = {
  readonly [OperationId in keyof Operations]: Operations[OperationId] extends OperationTypes
    ? Handler<Operations[OperationId], Dependencies, Principals, Locals>
    : never;
};

/**
 * A handler whose operation the compiler does not know: the layer calls it only with input that its own operation's
 * validators accept, and with principals that its security requirements accept.
 *
 * @typeParam Principals the principals of authenticators, by security scheme
 * @typeParam Locals the application's data about a request
 */
export type AnyHandler<Dependencies, Principals = NamedPrincipals, Locals = undefined> = (
  input: never,
  context: AnyContext<Dependencies, Principals, Locals>,
) => Promise<HandlerResponse | Failure>;

/** The result of a handler of any operation. */
export type HandlerResult = HandlerResponse | Failure;

/** The result of a handler whose response the host has sent already, as a route does: the service sends none. */
export const RESPONDED: HandlerResponse = Object.freeze({ status: 0 });

export interface HandlerOptions<Dependencies> {
  /** By operationId. */
  readonly handlers: Readonly<Record<string, unknown>>;
  readonly dependencies: Dependencies;
}

/** A handler with the input and the principals of its own operation. */
type CalledHandler<Dependencies> = (
  input: RequestContext['input'],
  context: HandlerContext<Dependencies, RequestContext['principals']>,
) => Promise<HandlerResult>;

/**
 * A class, since each object literal with a getter would create a hidden class of its own, which V8 keeps. The host
 * creates the signals only for handlers that read them.
 */
class InvocationContext<Dependencies> implements HandlerContext<
  Dependencies,
  RequestContext['principals']
> {
  constructor(
    readonly dependencies: Dependencies,
    readonly principals: RequestContext['principals'],
    readonly request: HttpRequest,
  ) {}

  get locals(): unknown {
    return this.request.locals;
  }

  get requestId(): string | undefined {
    return this.request.observation?.requestId;
  }

  get signal(): AbortSignal {
    return this.request.signal;
  }

  get closing(): AbortSignal {
    return this.request.closing;
  }
}

/**
 * Runs the handler of an operation.
 *
 * @throws errors of the handler; RequestAbortedError when the client disconnected while it sent the body
 */
export function runHandler<Dependencies>(
  { handlers, dependencies }: HandlerOptions<Dependencies>,
  { operationId }: CompiledOperation,
  { input, principals, rawBody, request }: RequestContext,
): Promise<HandlerResult> {
  // The compiler cannot know the types of this operation.
  const handler = handlers[operationId] as CalledHandler<Dependencies> | undefined;
  if (handler === undefined) throw new Error(`The operation "${operationId}" has no handler`);
  const context = new InvocationContext(dependencies, principals, request);
  const body = rawBody?.content instanceof BoundedBody ? rawBody.content : undefined;
  const run = (): Promise<HandlerResult> => handler(input, context);
  const { observation } = request;
  const response = observation === undefined ? run() : observation.handling(run);
  return body === undefined ? response : boundedResponse(body, response);
}

/**
 * A fault of the body that occurs while the handler reads it takes precedence over the handler's result. An invalid
 * item is refused where the handler rethrows its error.
 */
async function boundedResponse(
  body: BoundedBody,
  responding: Promise<HandlerResult>,
): Promise<HandlerResult> {
  try {
    const response = await responding;
    const isUnsent = body.fault !== undefined && !(response instanceof Failure);
    if (isUnsent && isStream(response.body)) await cancelStream(response.body);
    return orBodyFault(body, response);
  } catch (error) {
    const fault = body.fault ?? (error instanceof InvalidItemError ? error.failure : undefined);
    if (fault === undefined) throw error;
    return orBodyFault(body, fault);
  }
}

/** @throws RequestAbortedError when the client disconnected while it sent the body */
function orBodyFault(body: BoundedBody, response: HandlerResult | 'aborted'): HandlerResult {
  const result = body.fault ?? response;
  if (result === 'aborted') throw new RequestAbortedError();
  return result;
}
