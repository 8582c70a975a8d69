import type { CompiledContract, CompiledOperation } from '../compiled-contract';
import type { Exchange } from '../exchange';
import { acceptQuery, QUERY } from './accept-query';
import { Failure, failureKinds } from '../failure';
import { outsideResponse } from '../failure-response';
import { responseHeaders } from '../header-names';
import type { HttpResponse, HttpRequest } from '../http-message';
import type { ResponseRules } from '../response/undocumented';
import { parseRequestTarget, type RequestTarget } from './request-target';
import type { Router, RouteResult } from './router';

/** Finds the operation of a request, and answers for requests that have none. */

/** Adds to the exchange what it finds. */
export function routeRequest(
  router: Router<CompiledOperation>,
  exchange: Exchange,
): CompiledOperation | 'not-found' | 'method-not-allowed' {
  const target = parseRequestTarget(exchange.request.target);
  if (target === undefined) return 'not-found';
  const found = findOperation(router, exchange.request.method, target);
  if (found.outcome === 'not-found') return 'not-found';
  if (found.outcome === 'method-not-allowed') {
    exchange.allow = found.allow;
    const query = router.find(QUERY, target);
    if (query.outcome === 'found') exchange.acceptQuery = acceptQuery(query.route);
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

/** The response for a path that the document has not. */
export function notFoundResponse(rules: ResponseRules, request: HttpRequest): HttpResponse {
  return (
    serverOptions(rules.contract, request) ??
    outsideResponse(rules, nothingAt(request, rules.rootHint), request.observation)
  );
}

/**
 * The failure for a target that nothing answers: unknown, or no target at all.
 *
 * @param rootHint said too where the target is the root
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

/** OPTIONS of the service as a whole (RFC 9110, section 9.3.7). */
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
  { request, allow: methods, acceptQuery: accepted }: Exchange,
): HttpResponse {
  const allow = allowedMethods(methods).join(', ');
  const headers = { [responseHeaders.allow]: allow, ...accepted };
  if (request.method === 'OPTIONS') return { status: 204, headers };
  const message = `The path takes ${allow}, not ${request.method}`;
  const failure = new Failure(failureKinds.methodNotAllowed, message, { headers });
  return outsideResponse(rules, failure, request.observation);
}

/** HEAD is served wherever GET is (RFC 9110, section 9.3.2), and OPTIONS everywhere. */
export function allowedMethods(methods: readonly string[]): string[] {
  const head = methods.includes('GET') ? ['HEAD'] : [];
  return [...new Set([...methods, ...head, 'OPTIONS'])];
}
