import type { IncomingMessage } from 'node:http';
import {
  Failure,
  failureKinds,
  isAuthority,
  nothingAt,
  originForm,
  requestHeaders,
} from '../contract';
import { headerValues } from './header-values';

/**
 * What Node's parser lets through and HTTP/1.1 does not. Where a request ends is not certain after any
 * of it, so that the connection closes.
 */

/**
 * The most header fields of a request. Their size is bounded by names and values alone, of which 16 KiB
 * may be 8,000 fields.
 */
export const MAX_HEADER_FIELDS = 1_000;

/** @returns undefined when nothing is wrong */
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
  if (host === undefined || host === '' || isAuthority(host)) return undefined;
  return malformed('The Host header must be a host, with or without a port');
}

/**
 * Of HTTP/1.0, a message with a transfer coding may have been changed on its way by who does not know them.
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
