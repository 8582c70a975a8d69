import type { CompiledOperation } from './compiled-contract';
import { notImplementedFailure } from './composition';
import type { DispatchSteps } from './dispatcher';
import { Failure, failureKinds, type FailureKind } from './failure';
import { failureResponse, wantsFaults } from './failure-response';
import { RESPONDED, runHandler, type HandlerResult } from './handler';
import { cancelStream, isStream, type HttpResponse, type ResponseStream } from './http-message';
import { requestHeaders } from './http-semantics';
import { countBody, enforceCallerQuota, type Quotas } from './quotas';
import { type OperationPlan, type OperationPlans, planOperations } from './operation-plan';
import type { RequestContext } from './request-context';
import { BoundedBody } from './request/bounded-body';
import { decodeRequestBody, type DecodedBody } from './request/decode-body';
import type { DecodedParameters } from './request/parameters';
import { decodeQuerystring, refuseUndeclaredQuery } from './request/query';
import { readRequestBody, type RawBody } from './request/request-body';
import { parseAccept } from './response/negotiation';
import { encodeResponse } from './response/response';
import type { ResponseRules } from './response/undocumented';
import {
  methodNotAllowedResponse,
  notFoundResponse,
  routeRequest,
  withAcceptedTypes,
} from './routing/route-request';
import type { Router } from './routing/router';
import { MatchBudgetExceededError } from './schema/patterns/match-budget';
import type { Admission } from './security/security';
import type { ServiceParts } from './service-options';

/**
 * The steps of a request: route, admit (quotas and credentials), read, validate, handle, encode. Each step sets fields
 * of the context that the next one needs; one that refuses the request sets `failure`.
 */
export function stepsOf<Dependencies>(
  rules: ServiceParts<Dependencies> & ResponseRules,
  router: Router<CompiledOperation>,
): DispatchSteps {
  const { quotas } = rules;
  const plans = planOperations(rules);
  return {
    route: (context) => route(router, plans, context),
    admit: quotas ? (context) => admitWithin(quotas, context) : authenticateCaller,
    readBody: (context) => readBody(rules, context),
    validate: (context) => context.failure === undefined && validate(rules, context),
    handle: (context) => runHandler(rules, operationOf(context), context),
    encode: (context, result) => encode(rules, context, result),
    refuse: failureOf,
    notFound: ({ request, failure }) =>
      failure
        ? failureResponse(rules, undefined, failure, request.observation)
        : notFoundResponse(rules, request),
    methodNotAllowed: (context) =>
      context.failure
        ? failureResponse(rules, undefined, context.failure, context.request.observation)
        : methodNotAllowedResponse(rules, context),
    notImplemented: (context) => notImplementedFailure(operationOf(context).operationId),
  };
}

function route(
  router: Router<CompiledOperation>,
  plans: OperationPlans,
  context: RequestContext,
): ReturnType<DispatchSteps['route']> {
  const found = routeRequest(router, context);
  if (typeof found !== 'object') return found;
  context.plan = plans.get(found);
  context.request.observation?.found(found);
  return found;
}

async function admitWithin(quotas: Quotas, context: RequestContext): Promise<void> {
  context.quotas = quotas.open(context.request.address, context.operation?.operationId);
  context.failure = await context.quotas.admitAddress();
  if (context.failure === undefined) await authenticateCaller(context);
}

function authenticateCaller(context: RequestContext): Promise<void> | void {
  const { plan, quotas } = context;
  const authenticate = plan?.authenticate;
  if (authenticate === undefined) return;
  const admission = quotas
    ? enforceCallerQuota(quotas, () => authenticate(context))
    : authenticate(context);
  if (!(admission instanceof Promise)) keepCaller(context, admission);
  else
    return admission.then((admitted) => {
      keepCaller(context, admitted);
    });
}

function keepCaller(context: RequestContext, admission: Admission | Failure): void {
  if (admission instanceof Failure) context.failure = admission;
  else {
    context.principals = admission.principals;
    context.caller = admission.caller;
    context.request.observation?.admitted(admission.caller);
  }
}

function readBody<Dependencies>(
  rules: ServiceParts<Dependencies>,
  context: RequestContext,
): Promise<void> | void {
  const { operation, negotiate } = planOf(context);
  context.accept = parseAccept(context.request.headerValues(requestHeaders.accept));
  const body =
    negotiate(context.accept) ??
    readRequestBody(rules, operation, context.request, bodyOwnerOf(context));
  if (!(body instanceof Promise)) {
    keepBody(context, body);
    return;
  }
  return (rules.pending?.except(body) ?? body).then((read) => {
    keepBody(context, read);
  });
}

function bodyOwnerOf({ caller }: RequestContext): string | undefined {
  return caller?.name ?? caller?.client;
}

function keepBody(context: RequestContext, body: RawBody | Failure | undefined): void {
  if (body instanceof Failure) context.failure = withAcceptedTypes(operationOf(context), body);
  else {
    context.rawBody = body;
    if (context.quotas && body) countBody(context.quotas, body);
  }
}

/** Narrows `unknown`, which `instanceof` narrows to a failure with any status. */
function isFailure(value: unknown): value is Failure {
  return value instanceof Failure;
}

function validate<Dependencies>(
  rules: ServiceParts<Dependencies> & ResponseRules,
  context: RequestContext,
): boolean {
  const { parameters, querystring, strictQuery } = operationOf(context);
  const { rawBody, query } = context;
  let reading: FailureKind = failureKinds.invalidParameter;
  try {
    const decoded = planOf(context).parameters.decode(context);
    if (decoded instanceof Failure) return refuse(context, withOthers(rules, context, decoded));
    const queried = querystring && decodeQuerystring(rules, querystring, query);
    if (isFailure(queried)) return refuse(context, withOthers(rules, context, queried));
    const undeclared =
      strictQuery && refuseUndeclaredQuery(rules.contract, parameters, strictQuery, query);
    if (undeclared) return refuse(context, withOthers(rules, context, undeclared));
    reading = failureKinds.invalidBody;
    const body = rawBody && decodeRequestBody(rules, rawBody);
    if (body instanceof Failure) return refuse(context, withOthers(rules, context, body));
    context.input = operationInput(decoded, queried, body);
    // The bytes of a complete body are not kept beside its value.
    if (!(rawBody?.content instanceof BoundedBody)) context.rawBody = undefined;
    return true;
  } catch (error) {
    // A text that takes too long to match is the client's fault.
    if (!(error instanceof MatchBudgetExceededError)) throw error;
    const what = reading === failureKinds.invalidBody ? 'The body' : 'A parameter';
    return refuse(context, new Failure(reading, `${what} ${error.message}`));
  }
}

/** The failure of a part of a request, with the faults of all other parts where the response lists them. */
function withOthers(rules: ResponseRules, context: RequestContext, failure: Failure): Failure {
  const { operation, parameters } = planOf(context);
  if (!wantsFaults(rules, operation)) return failure;
  return parameters.withAllFaults(failure, context, context.rawBody);
}

/** Decoded parameters and body, by the names in the generated input types. */
function operationInput(
  { path, query, header: headers, cookie: cookies }: DecodedParameters,
  querystring: unknown,
  body: DecodedBody | undefined,
): Readonly<Record<string, unknown>> {
  const input: Record<string, unknown> = { path, query, headers, cookies };
  if (querystring !== undefined) input.querystring = querystring;
  if (body === undefined) return input;
  input.body = body.value;
  if (body.mediaType !== undefined) input.mediaType = body.mediaType;
  return input;
}

function refuse(context: RequestContext, failure: Failure): false {
  context.failure = failure;
  return false;
}

function encode(
  rules: ResponseRules,
  context: RequestContext,
  result: HandlerResult,
): Promise<HttpResponse> | HttpResponse | undefined {
  if (result === RESPONDED) return undefined;
  const operation = operationOf(context);
  if (result instanceof Failure) {
    return failureResponse(rules, operation, result, context.request.observation);
  }
  const { accept } = context;
  if (!isStream(result.body)) return encodeResponse(rules, operation, result, accept);
  return orCancelled(result.body, () => encodeResponse(rules, operation, result, accept));
}

async function orCancelled(
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

function operationOf({ operation }: RequestContext): CompiledOperation {
  if (operation === undefined) throw new Error('The request was not routed');
  return operation;
}

function planOf({ plan }: RequestContext): OperationPlan {
  if (plan === undefined) throw new Error('The request was not routed');
  return plan;
}

function failureOf({ failure }: RequestContext): Failure {
  if (failure === undefined) throw new Error('A step refused the request without saying why');
  return failure;
}
