import type { HttpRequest } from '../../contract';
import type { OperationRequest } from './operation-request';

/** A request as a host hands it to a service, without a connection. */
export function httpRequest({ method, target, headers, body }: OperationRequest): HttpRequest {
  return {
    method,
    target,
    headerValues: (name) =>
      headers.flatMap(([other, value]) => (other.toLowerCase() === name ? [value] : [])),
    hasBody: body !== undefined,
    readBody: () => ({ outcome: 'complete', bytes: body ?? Buffer.alloc(0) }),
    async *streamBody() {
      yield await Promise.resolve(body ?? Buffer.alloc(0));
    },
    get signal() {
      return new AbortController().signal;
    },
    get closing() {
      return new AbortController().signal;
    },
  };
}
