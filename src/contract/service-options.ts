import type { CompiledContract } from './compiled-contract';
import type { AnyErrorMapper } from './error-body/error-mapper';
import type { Failure } from './failure';
import type { AnyHandler, HandlerOptions } from './handler';
import type { HttpRequest, HttpResponse, TextResponse } from './http-message';
import type { PendingRequests } from './pending-requests';
import type { Quotas } from './quotas';
import type { BodyLimits } from './request/request-body';
import type { OnFailure } from './response/undocumented';
import type { PathInterface } from './routing/path-interface';
import type { Validators } from './schema/validation';
import type { AuthenticationOptions, Authenticators, PrincipalsOf } from './security/security';

/**
 * The parts of a service.
 *
 * @typeParam Own the type of its authenticators, which accept with what its handlers want
 * @typeParam Locals what the application says of a request
 */
export interface ServiceOptions<
  Dependencies,
  Own extends object = Authenticators<Dependencies>,
  Locals = undefined,
> {
  /** Of the generated `contract.ts`. */
  readonly contract: CompiledContract;
  /** Of the generated `validators.ts`. */
  readonly validators: Validators;
  /** Handlers by operationId. */
  readonly handlers: Readonly<
    Record<string, AnyHandler<Dependencies, PrincipalsOf<NoInfer<Own>>, Locals>>
  >;
  /** Passed to each handler and authenticator. */
  readonly dependencies: Dependencies;
  /** Authenticators by security scheme. */
  readonly authenticators: Own & Authenticators<Dependencies, unknown, Locals>;
  /** The largest request body, in bytes, where neither `limits` nor `x-max-body-bytes` says another. */
  readonly maxBodyBytes: number;
  /** Bounds of single operations, by operationId. */
  readonly limits?: Readonly<Record<string, BodyLimits>>;
  /** Bounds the requests that have arrived and have no response yet; by default nothing does. */
  readonly pending?: PendingRequests;
  /** Limits what one client may use; by default nothing does. */
  readonly quotas?: Quotas | undefined;
  /**
   * Check each response against the document, at the cost of time: a response of a handler that it does not
   * state becomes 500; a failure that it does not state is reported to `onFault` and sent.
   */
  readonly validateResponses: boolean;
  /**
   * Makes the bodies of error responses, an `ErrorMapper` of the generated `Operations`; by default, and where it
   * returns undefined, they are derived from the document.
   */
  readonly errorBody?: AnyErrorMapper;
  /** What a 404 says more at the root, such as where the documentation is; a clause without a period. */
  readonly rootHint?: string;
  /**
   * Serve operations without a handler, and those whose handler is `notImplemented`, as 501 instead of refusing
   * to start.
   */
  readonly allowMissingHandlers?: boolean;
  /**
   * Called with each fault of the service; the client only learns that there was one. Where responses are not
   * validated, a header that the document does not name, and a failure that it does not state, are reported
   * once for each operation, as an UndocumentedResponseError.
   */
  readonly onFault: (
    error: unknown,
    operationId: string | undefined,
    /** Absent for an UndocumentedResponseError. */
    request?: HttpRequest,
  ) => void;
  /** Puts something around the service, such as a note in its responses; by default nothing. */
  readonly around?: (service: Service<Locals>) => Service<Locals>;
  /**
   * Called with the failure behind each error response, since the document decides status and body, which may not
   * show it.
   */
  readonly onFailure?: OnFailure;
}

/** The options as the layer works with them, which knows neither principals nor locals. */
export type ServiceParts<Dependencies> = HandlerOptions<Dependencies> &
  AuthenticationOptions<Dependencies> &
  Omit<ServiceOptions<Dependencies>, 'handlers' | 'authenticators' | 'around'>;

/**
 * A service that responds to requests as its contract says. It is a plain object: to decorate one, spread it and
 * replace a method, as in `{ ...service, handle }`.
 *
 * @typeParam Locals what its handlers and authenticators want to know of the application, as "locals" of a request
 */
export interface Service<Locals = undefined> {
  /** Never rejects. @returns undefined when nobody waits for a response: the client went away, or has one */
  handle(request: HttpRequest): Promise<HttpResponse | undefined>;
  /** True when the document has an operation for the path and the method of a request. */
  covers(request: HttpRequest): boolean;
  /** What the document says may be asked at the path of a request; undefined where it has no such path. */
  interfaceAt(request: HttpRequest): PathInterface | undefined;
  /** The response for a failure of what reaches no operation, such as HTTP that cannot be parsed. */
  readonly respond: (failure: Failure) => TextResponse;
  /** There for the compiler alone, and never set: what a host has to give with each request. */
  readonly [WANTED]?: (locals: Locals) => void;
}

declare const WANTED: unique symbol;
