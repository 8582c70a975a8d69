import { parseAccept, type Accept } from './reply/accept';
import type { CompiledContract, CompiledOperation } from './compiled-contract';
import { checkComposition } from './composition';
import { decodeRequestBody } from './request/decode-body';
import { createDispatcher, type Dispatch } from './dispatcher';
import { operationInput, type Exchange } from './exchange';
import { Failure, failureKinds, unavailable, UnavailableError } from './failure';
import { failureReply, undocumentedReply } from './failure-reply';
import { requestHeaders } from './header-names';
import { RequestAbortedError, type HttpReply, type HttpRequest } from './http-message';
import { negotiate } from './reply/negotiate';
import { routeOperations } from './routing/operation-router';
import { methodNotAllowedReply, notFoundReply, routeRequest } from './routing/route-request';
import { decodeParameters } from './request/parameters';
import { encodeReply } from './reply/reply';
import { readRequestBody } from './request/request-body';
import { letGo, runHandler, type HandlerOptions } from './run-handler';
import { authenticate, type Authenticators } from './security/security';
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
  /** Check each reply's body against its schema, at the cost of time; a reply that fails becomes 500. */
  readonly validateReplies: boolean;
  /** Serve operations without a handler as 501 instead of refusing to start. */
  readonly allowMissingHandlers?: boolean;
  /** Told of each fault of the service; the client only learns that there was one. */
  readonly onFault: (error: unknown, operationId: string | undefined) => void;
}

/** A service that answers requests as its contract says. */
export interface Service {
  /** Never rejects. @returns undefined when the client went away and nobody waits for a reply */
  handle(request: HttpRequest): Promise<HttpReply | undefined>;
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
  return {
    async handle(request) {
      const exchange: Exchange = {
        request,
        operation: undefined,
        pathParameters: NONE,
        query: '',
        allow: [],
        principals: NONE,
        rawBody: undefined,
        input: undefined,
        failure: undefined,
      };
      try {
        return await dispatch(exchange);
      } catch (error) {
        if (error instanceof RequestAbortedError) return undefined;
        return faultReply(options, exchange.operation, error);
      }
    },
  };
}

const NONE = Object.freeze({});

function createServiceDispatcher<Dependencies>(
  options: ServiceOptions<Dependencies>,
): Promise<Dispatch<Exchange, HttpReply>> {
  const { contract, validators } = options;
  const router = routeOperations(contract);
  return createDispatcher<Exchange, HttpReply>(contract, {
    route: (exchange) => routeRequest(router, exchange),
    authenticate: (exchange) => admit(options, exchange),
    read: (exchange) => read(options, exchange),
    validate: (exchange) => exchange.failure === undefined && validate(options, exchange),
    handle: (exchange) => handle(options, exchange),
    notFound: ({ request }) => notFoundReply(contract, request),
    methodNotAllowed: methodNotAllowedReply,
    fail: (exchange) =>
      failureReply(contract, validators, operationOf(exchange), failureOf(exchange)),
  });
}

async function admit<Dependencies>(
  { contract, authenticators }: ServiceOptions<Dependencies>,
  exchange: Exchange,
): Promise<boolean> {
  const operation = operationOf(exchange);
  const result = await authenticate(contract, operation, authenticators, exchange);
  if (result instanceof Failure) return refuse(exchange, result);
  exchange.principals = result;
  return true;
}

async function read<Dependencies>(
  { maxBodyBytes }: ServiceOptions<Dependencies>,
  exchange: Exchange,
): Promise<void> {
  const operation = operationOf(exchange);
  const { requestBody } = operation;
  const unacceptable = negotiate(operation, acceptOf(exchange));
  if (unacceptable !== undefined) {
    refuse(exchange, unacceptable);
    return;
  }
  const body = await readRequestBody(requestBody, exchange.request, maxBodyBytes);
  if (body instanceof Failure) refuse(exchange, body);
  else if (body !== undefined) exchange.rawBody = body;
}

function validate<Dependencies>(
  { contract, validators }: ServiceOptions<Dependencies>,
  exchange: Exchange,
): boolean {
  const { parameters } = operationOf(exchange);
  const { request, pathParameters, query, rawBody } = exchange;
  const source = { request, path: pathParameters, query };
  const decoded = decodeParameters(contract, validators, parameters, source);
  if (decoded instanceof Failure) return refuse(exchange, decoded);
  const body = rawBody && decodeRequestBody(contract, validators, rawBody);
  if (body instanceof Failure) return refuse(exchange, body);
  exchange.input = operationInput(decoded, body);
  return true;
}

function acceptOf({ request }: Exchange): Accept | undefined {
  return parseAccept(request.headerValues(requestHeaders.accept));
}

function refuse(exchange: Exchange, failure: Failure): false {
  exchange.failure = failure;
  return false;
}

async function handle<Dependencies>(
  options: ServiceOptions<Dependencies>,
  exchange: Exchange,
): Promise<HttpReply> {
  const { contract, validators, validateReplies } = options;
  const operation = operationOf(exchange);
  const reply = await runHandler(options, operation, exchange);
  if (reply instanceof Failure) return failureReply(contract, validators, operation, reply);
  try {
    const accept = acceptOf(exchange);
    const encoded = encodeReply(contract, validators, operation, reply, validateReplies, accept);
    if (encoded.body === undefined) await letGo(reply);
    return encoded;
  } catch (error) {
    await letGo(reply);
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
function faultReply<Dependencies>(
  { contract, validators, onFault }: ServiceOptions<Dependencies>,
  operation: CompiledOperation | undefined,
  error: unknown,
): HttpReply {
  onFault(error, operation?.operationId);
  const failure =
    error instanceof UnavailableError
      ? unavailable('The service cannot do this for now; send it again', error.retryAfterSeconds)
      : new Failure(failureKinds.internal, 'The service failed; the fault is in its log');
  return operation === undefined
    ? undocumentedReply(failure)
    : failureReply(contract, validators, operation, failure);
}
