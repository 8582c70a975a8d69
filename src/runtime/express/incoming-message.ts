import type { IncomingMessage } from 'node:http';
import { Failure, failureKinds, nothingAt, originForm, requestHeaders } from '../contract';
import { hostFieldFault } from '../host';

const NO_VALUES: readonly string[] = [];

/**
 * The values of a header field, one for each occurrence. Node's `headers` joins or drops repeated fields, and building
 * it takes longer than all lookups of a request.
 *
 * @param name in lower case
 */
export function headerValues({ rawHeaders }: IncomingMessage, name: string): readonly string[] {
  let values: string[] | undefined;
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const other = rawHeaders[at] ?? '';
    // Most names differ in their lengths.
    if (other.length !== name.length || other.toLowerCase() !== name) continue;
    const value = rawHeaders[at + 1] ?? '';
    if (values === undefined) values = [value];
    else values.push(value);
  }
  return values ?? NO_VALUES;
}

/** The names of the received header fields, in lower case, each once. */
export function headerNames({ rawHeaders }: IncomingMessage): readonly string[] {
  const names = rawHeaders.filter((_, index) => index % 2 === 0);
  return [...new Set(names.map((name) => name.toLowerCase()))];
}

/**
 * Checks for requests that Node's parser accepts and HTTP/1.1 does not. After such a request its end is uncertain, so
 * the connection closes.
 */

/** The most header fields of a request. Their size limit counts only names and values: 16 KiB may be 8,000 fields. */
export const MAX_HEADER_FIELDS = 1_000;

/** @returns undefined for a valid message */
export function messageFault(message: IncomingMessage): Failure | undefined {
  const { httpVersion, rawHeaders } = message;
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    return malformed('The request must be HTTP/1.1 or HTTP/1.0');
  }
  if (rawHeaders.length > 2 * MAX_HEADER_FIELDS) return tooManyHeaders();
  return (
    targetFault(message) ??
    hostFault(httpVersion, headerValues(message, requestHeaders.host)) ??
    codingFault(httpVersion, headerValues(message, requestHeaders.transferEncoding)) ??
    expectationFault(httpVersion, headerValues(message, requestHeaders.expect))
  );
}

/** @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2 */
function targetFault({ method = '', url: target = '' }: IncomingMessage): Failure | undefined {
  const isTarget = target === '*' || originForm(target) !== undefined;
  return isTarget ? undefined : nothingAt({ method, target });
}

/** @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2 */
function hostFault(httpVersion: string, hosts: readonly string[]): Failure | undefined {
  const [host] = hosts;
  if (hosts.length > 1 || (host === undefined && httpVersion === '1.1')) {
    return malformed('The request must have one Host header');
  }
  return hostFieldFault(host);
}

/**
 * An HTTP/1.0 message with a transfer coding may have been altered by an intermediary that does not support it.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-6.1
 */
function codingFault(httpVersion: string, codings: readonly string[]): Failure | undefined {
  if (codings.length === 0) return undefined;
  if (httpVersion === '1.0') return malformed('HTTP/1.0 has no Transfer-Encoding');
  if (codings.length === 1 && codings[0]?.toLowerCase() === 'chunked') return undefined;
  return malformed('The Transfer-Encoding must be "chunked" or absent');
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1 */
function expectationFault(
  httpVersion: string,
  expectations: readonly string[],
): Failure | undefined {
  if (expectations.length === 0 || httpVersion === '1.0') return undefined;
  const members = expectations.flatMap((value) => value.split(','));
  const isKnown = members.every((member) => member.trim().toLowerCase() === '100-continue');
  if (isKnown) return undefined;
  const fault = 'The Expect header must be "100-continue" or absent';
  return new Failure(failureKinds.expectationFailed, fault);
}

function tooManyHeaders(): Failure {
  const message = `The request has more than ${MAX_HEADER_FIELDS} header fields`;
  return new Failure(failureKinds.headersTooLarge, message);
}

function malformed(message: string): Failure {
  return new Failure(failureKinds.malformedRequest, message);
}

/** Codes of errors in the client's data; others, such as ECONNRESET, concern the connection. */
const PARSER_FAULT = /^(?:HPE_|ERR_HTTP_REQUEST_TIMEOUT$)/;

/**
 * The failure of a request that Node's parser refuses, or that does not arrive in time.
 *
 * @param code the code of Node's error
 * @returns undefined when the connection itself failed, so no response can be sent
 */
export function parserFailure(code = ''): Failure | undefined {
  if (!PARSER_FAULT.test(code)) return undefined;
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Failure(
        failureKinds.headersTooLarge,
        'The request line and headers are larger than 16 KiB',
      );
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new Failure(
        failureKinds.bodyTooLarge,
        'The chunk extensions of the body are larger than 16 KiB',
      );
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return requestTimeout();
    default:
      return new Failure(
        failureKinds.malformedRequest,
        'The request is not well-formed HTTP/1.1 (RFC 9112)',
      );
  }
}

/** The failure of a request that does not arrive in time. */
function requestTimeout(): Failure {
  const message = 'The request did not arrive completely in time; send it again';
  return new Failure(failureKinds.requestTimeout, message);
}
