import type { IncomingMessage } from 'node:http';
import { Failure, failureKinds } from '../contract/failure';
import { requestHeaders } from '../contract/header-names';
import type { HttpRequest } from '../contract/http-message';

/**
 * What Node's parser lets through and HTTP/1.1 does not.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-2.3
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-6.1
 */
export function messageFault(message: IncomingMessage, request: HttpRequest): Failure | undefined {
  const { httpVersion } = message;
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    return malformed('The request must be of HTTP/1.1 or HTTP/1.0');
  }
  const hosts = request.headerValues(requestHeaders.host).length;
  const wanted = httpVersion === '1.1' ? hosts === 1 : hosts <= 1;
  if (!wanted) return malformed('The request must have one Host header');
  const codings = request.headerValues(requestHeaders.transferEncoding).join(', ');
  if (codings === '' || codings.toLowerCase() === 'chunked') return undefined;
  return malformed('The body must be sent without a transfer coding other than chunked');
}

function malformed(message: string): Failure {
  return new Failure(failureKinds.malformedRequest, message);
}
