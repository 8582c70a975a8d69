import type { CompiledContract, CompiledOperation } from '../compiled-contract';
import { failureResponse } from '../failure-response';
import { Failure, failureKinds } from '../failure';
import type { HttpResponse, HttpRequest } from '../http-message';
import { responseHeaders } from '../http-semantics';
import { parseMediaType } from '../media-type';
import type { RequestContext } from '../request-context';
import type { ResponseRules } from '../response/undocumented';
import type { Router, RouteResult } from './router';
import { parseRequestTarget, type RequestTarget } from '../uri';

/** Routing, and the responses for requests without an operation. */

/** Finds the operation of a request, and sets its routing fields in the context. */
export function routeRequest(
  router: Router<CompiledOperation>,
  context: RequestContext,
): CompiledOperation | 'not-found' | 'method-not-allowed' {
  const target = parseRequestTarget(context.request.target);
  if (target === undefined) return 'not-found';
  const found = findOperation(router, context.request.method, target);
  if (found.outcome === 'not-found') return 'not-found';
  if (found.outcome === 'method-not-allowed') {
    context.allow = found.allow;
    const others = found.allow.map((method) => router.find(method, target));
    context.accepted = Object.assign(
      {},
      ...others.map((other) => (other.outcome === 'found' ? acceptedTypes(other.route) : {})),
    ) as Record<string, string>;
    return 'method-not-allowed';
  }
  context.operation = found.route;
  context.pathParameters = found.pathParameters;
  context.query = target.query;
  return found.route;
}

/** HEAD is served wherever GET is (RFC 9110, section 9.3.2); the host leaves out the content. */
export function findOperation(
  router: Router<CompiledOperation>,
  method: string,
  target: RequestTarget,
): RouteResult<CompiledOperation> {
  const found = router.find(method, target);
  if (found.outcome !== 'method-not-allowed' || !found.allow.includes('GET')) return found;
  return method === 'HEAD' ? router.find('GET', target) : found;
}

/** The response for a path that the document does not have. */
export function notFoundResponse(rules: ResponseRules, request: HttpRequest): HttpResponse {
  return (
    serverOptions(rules.contract, request) ??
    failureResponse(rules, undefined, nothingAt(request, rules.rootHint), request.observation)
  );
}

/**
 * The failure for a target that is unknown or malformed.
 *
 * @param rootHint added to the message where the target is the root
 */
export function nothingAt(
  { method, target }: Pick<HttpRequest, 'method' | 'target'>,
  rootHint?: string,
): Failure {
  const path = parseRequestTarget(target)?.path;
  if (path === undefined) {
    const message =
      'The request target is neither a path nor an http URI, or its percent-encoding is broken';
    return new Failure(failureKinds.malformedRequest, message);
  }
  const nothing = `There is nothing at this path for ${method}`;
  const message = path === '/' && rootHint !== undefined ? `${nothing}; ${rootHint}` : nothing;
  return new Failure(failureKinds.notFound, message);
}

/** OPTIONS for the whole service (RFC 9110, section 9.3.7). */
function serverOptions(
  { operations }: CompiledContract,
  { method, target }: HttpRequest,
): HttpResponse | undefined {
  if (method !== 'OPTIONS' || target !== '*') return undefined;
  const methods = operations.map((operation) => operation.method);
  return { status: 204, headers: { [responseHeaders.allow]: allowedMethods(methods).join(', ') } };
}

/** OPTIONS is answered for every path of the document (RFC 9110, sections 9.3.7 and 15.5.6). */
export function methodNotAllowedResponse(
  rules: ResponseRules,
  { request, allow: methods, accepted }: RequestContext,
): HttpResponse {
  const allow = allowedMethods(methods).join(', ');
  const headers = { [responseHeaders.allow]: allow, ...accepted };
  if (request.method === 'OPTIONS') return { status: 204, headers };
  const message = `The path takes ${allow}, not ${request.method}`;
  const failure = new Failure(failureKinds.methodNotAllowed, message, { headers });
  return failureResponse(rules, undefined, failure, request.observation);
}

/** HEAD is served wherever GET is (RFC 9110, section 9.3.2), and OPTIONS everywhere. */
export function allowedMethods(methods: readonly string[]): string[] {
  const head = methods.includes('GET') ? ['HEAD'] : [];
  return [...new Set([...methods, ...head, 'OPTIONS'])];
}

/** The response field with the media types for the body of a method. */
const ACCEPTED_BY: Readonly<Record<string, string>> = {
  /** @see https://www.rfc-editor.org/rfc/rfc5789#section-3.1 */
  PATCH: responseHeaders.acceptPatch,
  /** @see https://www.w3.org/TR/ldp/#header-accept-post */
  POST: responseHeaders.acceptPost,
  /** @see https://www.rfc-editor.org/rfc/rfc10008#section-3 */
  QUERY: responseHeaders.acceptQuery,
};

/**
 * The header with the media types of an operation's body; empty where no standard defines one for its method, or it has
 * no body. The value is a structured field list, which the syntax of the older two fields allows too.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9651#section-3.1
 */
function acceptedTypes({ method, requestBody }: CompiledOperation): Record<string, string> {
  const field = Object.hasOwn(ACCEPTED_BY, method) ? ACCEPTED_BY[method] : undefined;
  const items = Object.keys(requestBody?.content ?? {}).flatMap((name) => {
    const mediaType = parseMediaType(name);
    if (mediaType === undefined) return [];
    const parameters = Object.entries(mediaType.parameters).map(
      ([key, value]) => `;${key}="${value.replace(/["\\]/g, '\\$&')}"`,
    );
    return [mediaType.essence + parameters.join('')];
  });
  return field === undefined || items.length === 0 ? {} : { [field]: items.join(', ') };
}

/** Adds the accepted media types to the refusal of a media type; that of a coding has its own header. */
export function withAcceptedTypes(operation: CompiledOperation, failure: Failure): Failure {
  const { kind, message, details } = failure;
  if (kind !== failureKinds.unsupportedMediaType || details.headers !== undefined) return failure;
  return new Failure(kind, message, { ...details, headers: acceptedTypes(operation) });
}
