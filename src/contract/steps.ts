import { parseAccept, type Accept } from './response/accept';
import type { CompiledOperation } from './compiled-contract';
import { decodeRequestBody } from './request/decode-body';
import { decodeQuerystring } from './request/decode-querystring';
import type { DispatchSteps } from './dispatcher';
import { operationInput, type Exchange } from './exchange';
import { Failure, failureKinds, isFailure, type FailureKind } from './failure';
import { failureResponse, outsideResponse, wantsFaults } from './failure-response';
import { requestHeaders } from './header-names';
import type { HandlerResponse } from './handler';
import type { HttpResponse, ResponseStream } from './http-message';
import { negotiate } from './response/negotiate';
import { notImplementedFailure } from './not-implemented';
import { admitCaller, countBody, entrance } from './quota-steps';
import { withAcceptQuery } from './routing/accept-query';
import { methodNotAllowedResponse, notFoundResponse, routeRequest } from './routing/route-request';
import { refuseUndeclaredQuery } from './request/undeclared-query';
import { withAllFaults } from './request/all-faults';
import type { ParameterSource } from './request/parameter-values';
import { decodeParameters } from './request/parameters';
import type { Router } from './routing/router';
import { encodeResponse } from './response/response';
import type { ResponseRules } from './response/undocumented';
import { readRequestBody, type RawBody } from './request/request-body';
import { cancelStream, isStream } from './response/response-stream';
import { runHandler } from './run-handler';
import { authenticate } from './security/security';
import { HardTextError } from './schema/patterns/matching-effort';
import type { ServiceOptions } from './service-options';

/**
 * The steps of a request, in their order: route, authenticate, read, validate, handle, encode. Each works on
 * the exchange and adds what the next one needs; one that refuses the request leaves the failure there.
 */
export function stepsOf<Dependencies>(
  options: ServiceOptions<Dependencies>,
  rules: ResponseRules,
  router: Router<CompiledOperation>,
): DispatchSteps {
  return {
    route: (exchange) => route(router, exchange),
    enter: options.quotas && entrance(options.quotas),
    notFound: ({ request, failure }) =>
      failure
        ? outsideResponse(rules, failure, request.observation)
        : notFoundResponse(rules, request),
    methodNotAllowed: (exchange) =>
      exchange.failure
        ? outsideResponse(rules, exchange.failure, exchange.request.observation)
        : methodNotAllowedResponse(rules, exchange),
    authenticate: (exchange) => admit(options, exchange),
    readBody: (exchange) => read(options, exchange),
    validate: (exchange) =>
      exchange.failure === undefined && validate(rules, exchange, options.maxBodyBytes),
    refuse: failureOf,
    handle: (exchange) => runHandler(options, operationOf(exchange), exchange),
    notImplemented: (exchange) => notImplementedFailure(operationOf(exchange).operationId),
    encode: (exchange, answer) => encode(rules, exchange, answer),
  };
}

function route(
  router: Router<CompiledOperation>,
  exchange: Exchange,
): ReturnType<DispatchSteps['route']> {
  const found = routeRequest(router, exchange);
  if (typeof found === 'object') exchange.request.observation?.found(found);
  return found;
}

async function admit<Dependencies>(
  options: ServiceOptions<Dependencies>,
  exchange: Exchange,
): Promise<boolean> {
  const callers = await admitCaller(exchange, () =>
    authenticate(options, operationOf(exchange), exchange),
  );
  if (callers instanceof Failure) return refuse(exchange, callers);
  exchange.principals = callers;
  exchange.request.observation?.admitted(callers);
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
  if (body instanceof Failure) exchange.failure = withAcceptQuery(operationOf(exchange), body);
  else {
    exchange.rawBody = body;
    countBody(exchange, body);
  }
}

function validate(rules: ResponseRules, exchange: Exchange, maxBodyBytes: number): boolean {
  const { contract, validators } = rules;
  const operation = operationOf(exchange);
  const { rawBody, query } = exchange;
  const source = parameterSource(exchange);
  let reading: FailureKind = failureKinds.invalidParameter;
  try {
    const decoded = decodeParameters(contract, validators, operation.parameters, source);
    if (decoded instanceof Failure) return refuse(exchange, withOthers(rules, exchange, decoded));
    const queried =
      operation.querystring &&
      decodeQuerystring(contract, validators, operation.querystring, query);
    if (isFailure(queried)) return refuse(exchange, withOthers(rules, exchange, queried));
    const undeclared = refuseUndeclaredQuery(contract, operation, query);
    if (undeclared) return refuse(exchange, withOthers(rules, exchange, undeclared));
    reading = failureKinds.invalidBody;
    const body = rawBody && decodeRequestBody(contract, validators, rawBody, maxBodyBytes);
    if (body instanceof Failure) return refuse(exchange, body);
    exchange.input = operationInput(decoded, queried, body);
    return true;
  } catch (error) {
    // A text that takes too long to match is the client's fault, whatever was to be done with it.
    if (!(error instanceof HardTextError)) throw error;
    const what = reading === failureKinds.invalidBody ? 'The body' : 'A parameter';
    return refuse(exchange, new Failure(reading, `${what} ${error.message}`));
  }
}

/** The failure of a parameter, with the faults of the others and of the body where they can be said. */
function withOthers(rules: ResponseRules, exchange: Exchange, failure: Failure): Failure {
  const operation = operationOf(exchange);
  if (!wantsFaults(rules, operation)) return failure;
  const source = parameterSource(exchange);
  return withAllFaults(rules, failure, operation.parameters, source, exchange.rawBody);
}

function parameterSource({ request, pathParameters, query }: Exchange): ParameterSource {
  return { request, path: pathParameters, query };
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
  if (response instanceof Failure) {
    return failureResponse(rules, operation, response, exchange.request.observation);
  }
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
