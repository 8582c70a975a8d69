import { parseAccept, type Accept } from './response/accept';
import type { CompiledContract, CompiledOperation } from './compiled-contract';
import { checkComposition } from './composition';
import { decodeRequestBody } from './request/decode-body';
import type { DispatchSteps } from './dispatcher';
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
import type { Router } from './routing/router';
import type { PendingRequests } from './pending-requests';
import { encodeResponse } from './response/response';
import { reportUndocumented, type ResponseRules } from './response/undocumented';
import { readRequestBody, type RawBody } from './request/request-body';
import { cancelStream, isStream } from './response/response-stream';
import { runHandler, type HandlerOptions } from './run-handler';
import { authenticate, type Authenticators } from './security/security';
import { HardTextError } from './schema/patterns/matching-effort';
import type { Validators } from './schema/validation';

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
  /**
   * Check each response against the document, at the cost of time: a response of a handler that it does not
   * state becomes 500; a failure that it does not state is told of and sent.
   */
  readonly validateResponses: boolean;
  /** Serve operations without a handler as 501 instead of refusing to start. */
  readonly allowMissingHandlers?: boolean;
  /**
   * Told of each fault of the service; the client only learns that there was one. Where responses are not
   * validated, a header that the document does not name, and a failure that it does not state, are told of
   * once for each operation (an UndocumentedResponseError).
   */
  readonly onFault: (error: unknown, operationId: string | undefined) => void;
}

/** A service that answers requests as its contract says. */
export interface Service {
  /** Never rejects. @returns undefined when the client went away and nobody waits for a response */
  handle(request: HttpRequest): Promise<HttpResponse | undefined>;
  /** True when the document has an operation for the path and the method of a request. */
  covers(request: HttpRequest): boolean;
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
  const { contract, handlers, pending } = options;
  const router = routeOperations(contract);
  const hasHandler = (operationId: string): boolean => Object.hasOwn(handlers, operationId);
  // Loaded with the first service: what else imports this layer needs none of openapi-backend.
  const { createDispatcher } = await import('./dispatcher.js');
  const rules: ResponseRules = { ...options, report: reportUndocumented(options) };
  const dispatch = await createDispatcher(contract, stepsOf(options, rules, router), hasHandler);
  const handle = async (request: HttpRequest): Promise<HttpResponse | undefined> => {
    const exchange = newExchange(request);
    try {
      return await dispatch(exchange);
    } catch (error) {
      if (error instanceof RequestAbortedError) return undefined;
      options.onFault(error, exchange.operation?.operationId);
      return faultResponse(rules, exchange.operation, error);
    }
  };
  return {
    handle: pending === undefined ? handle : (request) => handleWithin(pending, handle, request),
    covers: (request) => typeof routeRequest(router, newExchange(request)) === 'object',
  };
}

async function handleWithin(
  pending: PendingRequests,
  handle: Service['handle'],
  request: HttpRequest,
): Promise<HttpResponse | undefined> {
  const response = await pending.during(() => handle(request));
  return response instanceof Failure ? undocumentedResponse(response) : response;
}

function stepsOf<Dependencies>(
  options: ServiceOptions<Dependencies>,
  rules: ResponseRules,
  router: Router<CompiledOperation>,
): DispatchSteps {
  const { contract } = options;
  return {
    route: (exchange) => routeRequest(router, exchange),
    notFound: ({ request }) => notFoundResponse(contract, request),
    methodNotAllowed: methodNotAllowedResponse,
    authenticate: (exchange) => admit(options, exchange),
    readBody: (exchange) => read(options, exchange),
    validate: (exchange) => exchange.failure === undefined && validate(options, exchange),
    refuse: failureOf,
    handle: (exchange) => runHandler(options, operationOf(exchange), exchange),
    notImplemented: (exchange) => notImplemented(operationOf(exchange)),
    encode: (exchange, answer) => encode(rules, exchange, answer),
  };
}

async function admit<Dependencies>(
  { contract, authenticators }: ServiceOptions<Dependencies>,
  exchange: Exchange,
): Promise<boolean> {
  const callers = await authenticate(contract, operationOf(exchange), authenticators, exchange);
  if (callers instanceof Failure) return refuse(exchange, callers);
  exchange.principals = callers;
  return true;
}

function notImplemented({ operationId }: CompiledOperation): Failure {
  const message = `The operation "${operationId}" is not written yet`;
  return new Failure(failureKinds.notImplemented, message);
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

function encode(
  rules: ResponseRules,
  exchange: Exchange,
  response: HandlerResponse | Failure,
): Promise<HttpResponse> | HttpResponse {
  const operation = operationOf(exchange);
  if (response instanceof Failure) return failureResponse(rules, operation, response);
  const accept = acceptOf(exchange);
  if (!isStream(response.body)) return encodeResponse(rules, operation, response, accept);
  return orLetGo(response.body, () => encodeResponse(rules, operation, response, accept));
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
function faultResponse(
  rules: ResponseRules,
  operation: CompiledOperation | undefined,
  error: unknown,
): HttpResponse {
  const failure =
    error instanceof UnavailableError
      ? unavailable('The service cannot do this for now; send it again', error.retryAfterSeconds)
      : new Failure(failureKinds.internal, 'The service failed; the fault is in its log');
  return operation === undefined
    ? undocumentedResponse(failure)
    : failureResponse(rules, operation, failure);
}
