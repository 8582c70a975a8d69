import { parseAccept, type Accept } from './reply/accept';
import { BoundedBody } from './request/bounded-body';
import type { CompiledContract, CompiledOperation } from './compiled-contract';
import { checkComposition } from './composition';
import { decodeRequestBody } from './request/decode-body';
import { createDispatcher, type Dispatch } from './dispatcher';
import { operationInput, type Exchange } from './exchange';
import { Failure, failureKinds, unavailable, UnavailableError } from './failure';
import { failureReply, undocumentedReply } from './failure-reply';
import type { HandlerContext, HandlerReply } from './handler';
import { replyHeaders, requestHeaders } from './header-names';
import { RequestAbortedError, type HttpReply, type HttpRequest } from './http-message';
import { negotiate } from './reply/negotiate';
import { routeOperations } from './routing/operation-router';
import { decodeParameters } from './request/parameters';
import { encodeReply } from './reply/reply';
import { cancelStream, isStream } from './reply/reply-stream';
import { readRequestBody } from './request/request-body';
import { parseRequestTarget, type RequestTarget } from './routing/request-target';
import type { Router, RouteResult } from './routing/router';
import { authenticate, type Authenticators } from './security/security';
import type { Validators } from './schema/validation';

/** What a service is made of. */
export interface ServiceOptions<Dependencies> {
  readonly contract: CompiledContract;
  readonly validators: Validators;
  /** Handlers by operationId; see Handlers for the type that keeps them true to the document. */
  readonly handlers: Readonly<Record<string, AnyHandler<Dependencies>>>;
  readonly dependencies: Dependencies;
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

/**
 * A handler whose operation is not known to the compiler: the layer calls it only with the input that
 * its own operation's validators let through.
 */
export type AnyHandler<Dependencies> = (
  input: never,
  context: HandlerContext<Dependencies>,
) => Promise<HandlerReply | Failure>;

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
        pathParameters: {},
        query: '',
        allow: [],
        principals: {},
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

function createServiceDispatcher<Dependencies>(
  options: ServiceOptions<Dependencies>,
): Promise<Dispatch<Exchange, HttpReply>> {
  const { contract, validators } = options;
  const router = routeOperations(contract);
  return createDispatcher<Exchange, HttpReply>(contract, {
    route: (exchange) => route(router, exchange),
    authenticate: (exchange) => admit(options, exchange),
    read: (exchange) => read(options, exchange),
    validate: (exchange) => exchange.failure === undefined && validate(options, exchange),
    handle: (exchange) => handle(options, exchange),
    notFound: ({ request }) =>
      serverOptions(contract, request) ?? undocumentedReply(notFound(request)),
    methodNotAllowed: ({ request, allow }) => methodNotAllowed(request, allow),
    fail: (exchange) =>
      failureReply(contract, validators, operationOf(exchange), failureOf(exchange)),
  });
}

function route(
  router: Router<CompiledOperation>,
  exchange: Exchange,
): CompiledOperation | 'not-found' | 'method-not-allowed' {
  const target = parseRequestTarget(exchange.request.target);
  if (target === undefined) return 'not-found';
  const found = findOperation(router, exchange.request.method, target);
  if (found.outcome === 'not-found') return 'not-found';
  if (found.outcome === 'method-not-allowed') {
    exchange.allow = found.allow;
    return 'method-not-allowed';
  }
  exchange.operation = found.route;
  exchange.pathParameters = found.pathParameters;
  exchange.query = target.query;
  return found.route;
}

/** HEAD is served wherever GET is (RFC 9110, section 9.3.2); the host leaves out the content. */
function findOperation(
  router: Router<CompiledOperation>,
  method: string,
  target: RequestTarget,
): RouteResult<CompiledOperation> {
  const found = router.find(method, target);
  if (found.outcome !== 'method-not-allowed' || !found.allow.includes('GET')) return found;
  return method === 'HEAD' ? router.find('GET', target) : found;
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
  const reply = await runHandler(options, exchange);
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

/** Nobody will read the stream of a reply that is not sent. */
async function letGo({ body }: HandlerReply): Promise<void> {
  if (isStream(body)) await cancelStream(body);
}

/** What went wrong with a body while the handler read it decides, whatever the handler made of it. */
async function runHandler<Dependencies>(
  { handlers, dependencies }: ServiceOptions<Dependencies>,
  exchange: Exchange,
): Promise<HandlerReply | Failure> {
  const { operationId } = operationOf(exchange);
  const handler = Object.hasOwn(handlers, operationId) ? handlers[operationId] : undefined;
  if (handler === undefined) {
    const message = `The operation "${operationId}" is not written yet`;
    return new Failure(failureKinds.notImplemented, message);
  }
  const { input, principals, rawBody, request } = exchange;
  const context = {
    dependencies,
    principals,
    // Made only for handlers that ask for it.
    get signal(): AbortSignal {
      return request.signal;
    },
  };
  const body = rawBody?.content instanceof BoundedBody ? rawBody.content : undefined;
  try {
    const reply = await handler(input as never, context);
    if (body?.fault !== undefined && !(reply instanceof Failure)) await letGo(reply);
    return orBodyFault(body, reply);
  } catch (error) {
    if (body?.fault === undefined) throw error;
    return orBodyFault(body, body.fault);
  }
}

/** @throws RequestAbortedError when the client went away while it sent the body */
function orBodyFault(
  body: BoundedBody | undefined,
  reply: HandlerReply | Failure | 'aborted',
): HandlerReply | Failure {
  const result = body?.fault ?? reply;
  if (result === 'aborted') throw new RequestAbortedError();
  return result;
}

function operationOf({ operation }: Exchange): CompiledOperation {
  if (operation === undefined) throw new Error('The request was not routed');
  return operation;
}

function failureOf({ failure }: Exchange): Failure {
  if (failure === undefined) throw new Error('A step refused the request without saying why');
  return failure;
}

function notFound({ method, target }: HttpRequest): Failure {
  if (parseRequestTarget(target) === undefined) {
    const message = 'The request target is not a path, or its percent-encoding is broken';
    return new Failure(failureKinds.malformedRequest, message);
  }
  return new Failure(failureKinds.notFound, `There is nothing at this path for ${method}`);
}

/** OPTIONS of the service as a whole (RFC 9110, section 9.3.7). */
function serverOptions(
  { operations }: CompiledContract,
  { method, target }: HttpRequest,
): HttpReply | undefined {
  if (method !== 'OPTIONS' || target !== '*') return undefined;
  const methods = operations.map((operation) => operation.method);
  return { status: 204, headers: { [replyHeaders.allow]: allowed(methods).join(', ') } };
}

/** OPTIONS is answered for every path of the document (RFC 9110, sections 9.3.7 and 15.5.6). */
function methodNotAllowed(request: HttpRequest, methods: readonly string[]): HttpReply {
  const allow = allowed(methods).join(', ');
  const headers = { [replyHeaders.allow]: allow };
  if (request.method === 'OPTIONS') return { status: 204, headers };
  const message = `The path takes ${allow}, not ${request.method}`;
  return undocumentedReply(new Failure(failureKinds.methodNotAllowed, message, { headers }));
}

/** HEAD is served wherever GET is (RFC 9110, section 9.3.2), and OPTIONS everywhere. */
function allowed(methods: readonly string[]): string[] {
  const head = methods.includes('GET') ? ['HEAD'] : [];
  return [...new Set([...methods, ...head, 'OPTIONS'])];
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
