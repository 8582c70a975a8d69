import type { CompiledContract } from './compiled-contract';
import type { AnyErrorMapper } from './error-body/error-mapper';
import type { Failure } from './failure';
import type { HandlerOptions } from './handler';
import type { HttpRequest, HttpResponse, TextResponse } from './http-message';
import type { PendingRequests } from './pending-requests';
import type { Quotas } from './quotas';
import type { OnFailure } from './response/undocumented';
import type { PathInterface } from './routing/path-interface';
import type { Validators } from './schema/validation';
import type { Authenticators } from './security/security';

/** What a service is made of. */
export interface ServiceOptions<Dependencies> extends HandlerOptions<Dependencies> {
  readonly contract: CompiledContract;
  readonly validators: Validators;
  /** Authenticators by security scheme. */
  readonly authenticators: Authenticators<Dependencies>;
  /** The largest request body, in bytes. */
  readonly maxBodyBytes: number;
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
  readonly around?: (service: Service) => Service;
  /**
   * Called with the failure behind each error response, since the document decides status and body, which may not
   * show it.
   */
  readonly onFailure?: OnFailure;
}

/**
 * A service that responds to requests as its contract says. It is a plain object: to decorate one, spread it and
 * replace a method, as in `{ ...service, handle }`.
 */
export interface Service {
  /** Never rejects. @returns undefined when the client went away and nobody waits for a response */
  handle(request: HttpRequest): Promise<HttpResponse | undefined>;
  /** True when the document has an operation for the path and the method of a request. */
  covers(request: HttpRequest): boolean;
  /** What the document says may be asked at the path of a request; undefined where it has no such path. */
  interfaceAt(request: HttpRequest): PathInterface | undefined;
  /** The response for a failure of what reaches no operation, such as HTTP that cannot be parsed. */
  readonly respond: (failure: Failure) => TextResponse;
}
