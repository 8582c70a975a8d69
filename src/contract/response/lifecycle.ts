import type { Exchange } from '../exchange';
import type { HttpResponse } from '../http-message';

/**
 * A response with the fields that say how long its operation is there. Those that a handler gives, where the
 * document describes them, stay as they are.
 */
export function withLifecycle({ operation }: Exchange, response: HttpResponse): HttpResponse {
  const fields = operation?.lifecycle;
  if (fields === undefined) return response;
  const given = new Set(Object.keys(response.headers).map((name) => name.toLowerCase()));
  const added = Object.entries(fields).filter(([name]) => !given.has(name.toLowerCase()));
  return { ...response, headers: { ...response.headers, ...Object.fromEntries(added) } };
}
