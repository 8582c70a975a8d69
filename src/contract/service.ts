import { parseAccept, type Accept } from './response/accept';
import type { CompiledContract, CompiledOperation } from './compiled-contract';
import { checkComposition } from './composition';
import { decodeRequestBody } from './request/decode-body';
import { createDispatcher, type Dispatch } from './dispatcher';
import { newExchange, operationInput, type Exchange } from './exchange';
import { Failure, failureKinds, unavailable, UnavailableError, type FailureKind } from './failure';
import { failureResponse, undocumentedResponse } from './failure-response';
import { requestHeaders } from './header-names';
import type { HandlerResponse } from './handler';
import {
  RequestAbortedError,
  type HttpResponse,
  type HttpRequest,
  type ResponseStream,
} from './http-message';
import { negotiate } from './response/negotiate';
import { routeOperations } from './routing/operation-router';
import { methodNotAllowedResponse, notFoundResponse, routeRequest } from './routing/route-request';
import { decodeParameters } from './request/parameters';
import type { PendingRequests } from './pending-requests';
import { encodeResponse } from './response/response';
import { readRequestBody, type RawBody } from './request/request-body';
import { cancelStream, isStream } from './response/response-stream';
import { runHandler, type HandlerOptions } from './run-handler';
import { authenticate, type Authentication, type Authenticators } from './security/security';
import { HardTextError } from './schema/patterns/matching-effort';
import type { Validators } from './schema/validation';

export type { AnyHandler } from './run-handler';

/** What a service is made of. */
export interface ServiceOptions<Dependencies> extends HandlerOptions<Dependencies> {
  readonly contract: CompiledContract;
  readonly validators: Validators;
  /** Authenticators by security scheme. */
  readonly authenticators: Authenticators;
  /** The largest request body, in bytes. */
  readonly maxBodyBytes: number;
  /** Bounds the requests that have arrived and have no response yet; by default nothing does. */
  readonly pending?: PendingRequests;
  /** Check each response's body against its schema, at the cost of time; a response that fails becomes 500. */
  readonly validateResponses: boolean;
  /** Serve operations without a handler as 501 instead of refusing to start. */
  readonly allowMissingHandlers?: boolean;
  /** Told of each fault of the service; the client only learns that there was one. */
  readonly onFault: (error: unknown, operationId: string | undefined) => void;
}

/** A service that answers requests as its contract says. */
export interface Service {
  /** Never rejects. @returns undefined when the client went away and nobody waits for a response */
  handle(request: HttpRequest): Promise<HttpResponse | undefined>;
}

/**
 * Makes a service from its parts.
 *
 * @throws CompositionError naming each handler and authenticator that is missing or too many
 */
export async function createService<Dependencies>(
  options: ServiceOptions<Dependencies>,
): Promise<Service> {
  checkComposition(options);
  const dispatch = await createServiceDispatcher(options);
  const { pending } = options;
  if (pending === undefined) return { handle: (request) => dispatch(newExchange(request)) };
  return {
    handle: async (request) => {
      const response = await pending.during(() => dispatch(newExchange(request)));
      return response instanceof Failure ? undocumentedResponse(response) : response;
    },
  };
}

function createServiceDispatcher<Dependencies>(
  options: ServiceOptions<Dependencies>,
): Promise<Dispatch<Exchange, HttpResponse | undefined>> {
  const { contract, validators } = options;
  const router = routeOperations(contract);
  return createDispatcher(contract, {
    route: (exchange) => routeRequest(router, exchange),
    authenticate: (exchange) =>
      authenticate(contract, operationOf(exchange), options.authenticators, exchange),
    admit,
    read: (exchange) => read(options, exchange),
    validate: (exchange) => exchange.failure === undefined && validate(options, exchange),
    handle: (exchange) => runHandler(options, operationOf(exchange), exchange),
    encode: (exchange, response) => encode(options, exchange, response),
    notFound: ({ request }) => notFoundResponse(contract, request),
    methodNotAllowed: methodNotAllowedResponse,
    fail: (exchange) =>
      failureResponse(contract, validators, operationOf(exchange), failureOf(exchange)),
    fault: ({ operation }, error) =>
      error instanceof RequestAbortedError ? undefined : faultResponse(options, operation, error),
  });
}

function admit(exchange: Exchange, authentication: Authentication): boolean {
  if (authentication instanceof Failure) return refuse(exchange, authentication);
  exchange.principals = authentication;
  return true;
}

function read<Dependencies>(
  { maxBodyBytes, pending }: ServiceOptions<Dependencies>,
  exchange: Exchange,
): Promise<void> | void {
  const operation = operationOf(exchange);
  const body =
    negotiate(operation, acceptOf(exchange)) ??
    readRequestBody(operation.requestBody, exchange.request, maxBodyBytes, callerOf(exchange));
  if (!(body instanceof Promise)) {
    keepBody(exchange, body);
    return;
  }
  return (pending?.except(body) ?? body).then((read) => {
    keepBody(exchange, read);
  });
}

/** The name of who calls; of several schemes, of the first. */
function callerOf({ principals }: Exchange): string | undefined {
  for (const scheme in principals) return principals[scheme]?.name;
  return undefined;
}

function keepBody(exchange: Exchange, body: RawBody | Failure | undefined): void {
  if (body instanceof Failure) exchange.failure = body;
  else exchange.rawBody = body;
}

function validate<Dependencies>(
  { contract, validators }: ServiceOptions<Dependencies>,
  exchange: Exchange,
): boolean {
  const { parameters } = operationOf(exchange);
  const { request, pathParameters, query, rawBody } = exchange;
  const source = { request, path: pathParameters, query };
  let reading: FailureKind = failureKinds.invalidParameter;
  try {
    const decoded = decodeParameters(contract, validators, parameters, source);
    if (decoded instanceof Failure) return refuse(exchange, decoded);
    reading = failureKinds.invalidBody;
    const body = rawBody && decodeRequestBody(contract, validators, rawBody);
    if (body instanceof Failure) return refuse(exchange, body);
    exchange.input = operationInput(decoded, body);
    return true;
  } catch (error) {
    // A text that takes too long to match is the client's fault, whatever was to be done with it.
    if (!(error instanceof HardTextError)) throw error;
    const what = reading === failureKinds.invalidBody ? 'The body' : 'A parameter';
    return refuse(exchange, new Failure(reading, `${what} ${error.message}`));
  }
}

function acceptOf({ request }: Exchange): Accept | undefined {
  return parseAccept(request.headerValues(requestHeaders.accept));
}

function refuse(exchange: Exchange, failure: Failure): false {
  exchange.failure = failure;
  return false;
}

function encode<Dependencies>(
  { contract, validators, validateResponses }: ServiceOptions<Dependencies>,
  exchange: Exchange,
  response: HandlerResponse | Failure,
): Promise<HttpResponse> | HttpResponse {
  const operation = operationOf(exchange);
  if (response instanceof Failure)
    return failureResponse(contract, validators, operation, response);
  const accept = acceptOf(exchange);
  if (!isStream(response.body)) {
    return encodeResponse(contract, validators, operation, response, validateResponses, accept);
  }
  return orLetGo(response.body, () =>
    encodeResponse(contract, validators, operation, response, validateResponses, accept),
  );
}

/** Nobody will read the stream of a response that is not sent. */
async function orLetGo(
  stream: ResponseStream,
  encodeStream: () => HttpResponse,
): Promise<HttpResponse> {
  try {
    const encoded = encodeStream();
    if (encoded.body === undefined) await cancelStream(stream);
    return encoded;
  } catch (error) {
    await cancelStream(stream);
    throw error;
  }
}

function operationOf({ operation }: Exchange): CompiledOperation {
  if (operation === undefined) throw new Error('The request was not routed');
  return operation;
}

function failureOf({ failure }: Exchange): Failure {
  if (failure === undefined) throw new Error('A step refused the request without saying why');
  return failure;
}

/** What was thrown becomes 503 if it says so, else 500; its cause goes to the log alone. */
function faultResponse<Dependencies>(
  { contract, validators, onFault }: ServiceOptions<Dependencies>,
  operation: CompiledOperation | undefined,
  error: unknown,
): HttpResponse {
  onFault(error, operation?.operationId);
  const failure =
    error instanceof UnavailableError
      ? unavailable(
          'The service is unavailable for now; send the request again',
          error.retryAfterSeconds,
        )
      : new Failure(failureKinds.internal, 'The service failed; its log has the details');
  return operation === undefined
    ? undocumentedResponse(failure)
    : failureResponse(contract, validators, operation, failure);
}
