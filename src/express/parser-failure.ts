import { Failure, failureKinds } from '../contract';

/** Codes of errors that speak of what the client sent; others, such as ECONNRESET, of the connection. */
const PARSER_FAULT = /^(?:HPE_|ERR_HTTP_REQUEST_TIMEOUT$)/;

/**
 * What is wrong with a request that Node's parser refuses, or that does not arrive in time.
 *
 * @param code that of Node's error
 * @returns undefined when the connection itself failed, so that nobody is there to be told
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
