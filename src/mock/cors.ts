import type { HttpRequest, HttpResponse } from '../contract';

type Answer = (request: HttpRequest) => Promise<HttpResponse | undefined>;

/**
 * Lets pages of every origin use what answers, with credentials and all headers.
 *
 * @see https://fetch.spec.whatwg.org/#http-cors-protocol
 */
export function withCors(answer: Answer): Answer {
  return async (request) => {
    const [origin] = request.headerValues('origin');
    if (origin === undefined) return answer(request);
    const [method] = request.headerValues('access-control-request-method');
    const isPreflight = request.method === 'OPTIONS' && method !== undefined;
    const response = isPreflight ? preflight(request, method) : await answer(request);
    return response && allowing(origin, response);
  };
}

/** A page learns of a 404 or 405 only from the request itself, so each is allowed. */
function preflight(request: HttpRequest, method: string): HttpResponse {
  const headers = request.headerValues('access-control-request-headers').join(', ');
  return {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': method,
      ...(headers !== '' && { 'Access-Control-Allow-Headers': headers }),
      'Access-Control-Max-Age': '600',
    },
  };
}

/** With credentials an asterisk is no wildcard, so that each name is given. */
function allowing(origin: string, { headers, ...response }: HttpResponse): HttpResponse {
  const names = Object.keys(headers).filter((name) => !name.startsWith('Access-Control-'));
  const varying = [headers.Vary ?? [], 'Origin'].flat().join(', ');
  return {
    ...response,
    headers: {
      ...headers,
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Credentials': 'true',
      ...(names.length > 0 && { 'Access-Control-Expose-Headers': names.join(', ') }),
      Vary: varying,
    },
  };
}
