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
 * @typeParam Own the type of its authenticators, whose principals its handlers expect
 * @typeParam Locals the application's data about a request
 */
export interface ServiceOptions<
  Dependencies,
  Own extends object = Authenticators<Dependencies>,
  Locals = undefined,
> {
  /** From the generated `contract.ts`. */
  readonly contract: CompiledContract;
  /** From the generated `validators.ts`. */
  readonly validators: Validators;
  /** Handlers by operationId. */
  readonly handlers: Readonly<
    Record<string, AnyHandler<Dependencies, PrincipalsOf<NoInfer<Own>>, Locals>>
  >;
  /** Passed to each handler and authenticator. */
  readonly dependencies: Dependencies;
  /** Authenticators by security scheme. */
  readonly authenticators: Own & Authenticators<Dependencies, unknown, Locals>;
  /** The largest request body, in bytes, unless `limits` or `x-max-body-bytes` sets another. */
  readonly maxBodyBytes: number;
  /** Limits of single operations, by operationId. */
  readonly limits?: Readonly<Record<string, BodyLimits>>;
  /** Bounds the requests that have arrived and have no response yet; by default they are unbounded. */
  readonly pending?: PendingRequests;
  /** Limits the usage of each client; by default it is unlimited. */
  readonly quotas?: Quotas | undefined;
  /**
   * Check each response against the document, which takes time: an undocumented response of a handler becomes 500; an
   * undocumented failure is reported to `onFault` and sent.
   */
  readonly validateResponses: boolean;
  /**
   * Makes the bodies of error responses, an `ErrorMapper` of the generated `Operations`. By default, and where it
   * returns undefined, they are derived from the document.
   */
  readonly errorBody?: AnyErrorMapper;
  /** A hint added to the 404 of the root, such as where the documentation is; a clause without a period. */
  readonly rootHint?: string;
  /**
   * Answer operations without a handler, and those whose handler is `notImplemented`, with 501 instead of refusing to
   * start.
   */
  readonly allowMissingHandlers?: boolean;
  /**
   * Called with each fault of the service; the client only learns that there was one. Where responses are not
   * validated, an undocumented header or failure is reported once for each operation, as an UndocumentedResponseError.
   */
  readonly onFault: (
    error: unknown,
    operationId: string | undefined,
    /** Absent for an UndocumentedResponseError. */
    request?: HttpRequest,
  ) => void;
  /** Wraps the service, for example to add a header to its responses; by default it is unchanged. */
  readonly around?: (service: Service<Locals>) => Service<Locals>;
  /** Called with the failure of each error response, whose status and body (the document's choice) may not show it. */
  readonly onFailure?: OnFailure;
}

/** The options as the layer uses them, without the types of principals and locals. */
export type ServiceParts<Dependencies> = HandlerOptions<Dependencies> &
  AuthenticationOptions<Dependencies> &
  Omit<ServiceOptions<Dependencies>, 'handlers' | 'authenticators' | 'around'>;

/**
 * A service that responds to requests as its contract states. It is a plain object: to decorate one, spread it and
 * replace a method, as in `{ ...service, handle }`.
 *
 * @typeParam Locals the application's data that its handlers and authenticators require, as "locals" of a request
 */
export interface Service<Locals = undefined> {
  /** Never rejects. @returns undefined when no response is needed: the client disconnected, or has one */
  handle(request: HttpRequest): Promise<HttpResponse | undefined>;
  /**
   * True when the document has an operation for the path and the method of a request, in any spelling in which a router
   * behind this service may take it for that operation: `handle` refuses those that are not the document's own.
   */
  covers(request: HttpRequest): boolean;
  /**
   * The documented methods and header fields at the path of a request; undefined where the document has no such path.
   */
  interfaceAt(request: HttpRequest): PathInterface | undefined;
  /** The response for a failure without an operation, such as for malformed HTTP. */
  readonly respond: (failure: Failure) => TextResponse;
  /** For type checking only, never set: the locals that a host must provide with each request. */
  readonly [WANTED]?: (locals: Locals) => void;
}

declare const WANTED: unique symbol;
