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
 * The types by which a handler is bound to its operation. Generation writes, for each operationId, the
 * input that a handler gets, the union of the responses that it may give, and who may call.
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
  /** Wanted where the document gives the response several media types whose bodies differ, or a range. */
  readonly mediaType?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** The value of a multipart form, with Files for the fields that are bytes. Editors show its members, by `& {}`. */
export type WithFiles<Body, Names extends PropertyKey> = {
  [Name in keyof Body]: Name extends Names ? FilesOf<Body[Name]> : Body[Name];
} & {};

type FilesOf<Value> = Value extends readonly unknown[]
  ? File[]
  : Value extends null | undefined
    ? Value
    : File;

/** The parameters of a location, with those that have a default always there. */
export type WithDefaults<Parameters, Names extends keyof Parameters> = Members<
  Parameters & Required<Pick<Parameters, Names>>
>;

/** The same type as one object, as somebody would write it: editors show its members. */
type Members<Value> = { [Name in keyof Value]: Value[Name] } & {};

/** A Principal for each security scheme, as authenticators accept with unless they say otherwise. */
// eslint-disable-next-line @typescript-eslint/consistent-indexed-object-style -- messages call an interface by its name
export interface NamedPrincipals {
  readonly [scheme: string]: Principal;
}

/**
 * Who calls an operation, by the alternatives of its security requirements, where authenticators accept with
 * these principals. Of a scheme that has no authenticator, nothing is known.
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
  /** What the composition gave to the handlers, such as stores. */
  readonly dependencies: Dependencies;
  /** Who calls, by the security schemes of the alternative that they meet; empty for one who need not. */
  readonly principals: Principals;
  /** What the application says of the request, such as its session; undefined where it says nothing. */
  readonly locals: Locals;
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
  /** There for the compiler alone; it is never set. */
  readonly [WANTED]?: Wanted<Principals>;
}

/** That of a handler of any operation. */
interface AnyContext<Dependencies, Principals, Locals> extends Omit<
  HandlerContext<Dependencies, never, Locals>,
  typeof WANTED
> {
  readonly [WANTED]?: Wanted<Principals>;
}

/**
 * What a handler wants of the authenticator of each scheme. Principals themselves cannot be compared, since a
 * handler may want one scheme or another, and a service has both.
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
 * The function that carries out an operation. It returns a response that the document states, or a Failure, for which the
 * document decides the status. What it throws becomes 500, or 503 for an UnavailableError.
 *
 * The generated `Handler<'createPlant'>` is this type for one operation.
 *
 * @example
 * ```ts
 * import type { Handler } from 'plant-store/contract';
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
 * A handler whose operation is not known to the compiler: the layer calls it only with the input that
 * its own operation's validators let through, and with who its security requirements let in.
 *
 * @typeParam Principals what authenticators accept with, by security scheme
 * @typeParam Locals what the application says of a request
 */
export type AnyHandler<Dependencies, Principals = NamedPrincipals, Locals = undefined> = (
  input: never,
  context: AnyContext<Dependencies, Principals, Locals>,
) => Promise<HandlerResponse | Failure>;

/** What a handler returns, of any operation. */
export type HandlerResult = HandlerResponse | Failure;

/** What a handler gives whose response the host has sent already, as a route does: the service sends none. */
export const RESPONDED: HandlerResponse = Object.freeze({ status: 0 });

/** What runs the handlers of a service. */
export interface HandlerOptions<Dependencies> {
  /** By operationId. */
  readonly handlers: Readonly<Record<string, unknown>>;
  readonly dependencies: Dependencies;
}

/** A handler as it is called, with the input and the principals of its own operation. */
type CalledHandler<Dependencies> = (
  input: RequestContext['input'],
  context: HandlerContext<Dependencies, RequestContext['principals']>,
) => Promise<HandlerResult>;

/**
 * A class, since each object with a getter of its own would get a hidden class of its own, which stays. The host
 * makes the signals only for handlers that ask for them.
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
 * @throws what the handler throws; RequestAbortedError when the client went away while it sent the body
 */
export function runHandler<Dependencies>(
  { handlers, dependencies }: HandlerOptions<Dependencies>,
  { operationId }: CompiledOperation,
  { input, principals, rawBody, request }: RequestContext,
): Promise<HandlerResult> {
  // Which of the handlers they are for is not known to the compiler.
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
 * What went wrong with a body while the handler read it decides, whatever the handler made of it. An item
 * that does not fit is refused where the handler lets that through.
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

/** @throws RequestAbortedError when the client went away while it sent the body */
function orBodyFault(body: BoundedBody, response: HandlerResult | 'aborted'): HandlerResult {
  const result = body.fault ?? response;
  if (result === 'aborted') throw new RequestAbortedError();
  return result;
}
