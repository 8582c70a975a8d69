import type { OperationRequest } from '../../samples/requests/operation-request';
import { MARK } from './redact';

/**
 * A request as it was before its credentials were removed, as far as they are among the tokens; marks of
 * others stay.
 *
 * @param tokens in the order in which Redaction was given them
 */
export function restored(request: OperationRequest, tokens: readonly string[]): OperationRequest {
  const put = (text: string, write: (token: string) => string = String): string =>
    text.replace(MARK, (mark, number: string) => {
      const token = tokens[Number(number) - 1];
      return token === undefined ? mark : write(token);
    });
  const { method, target, headers, body } = request;
  return {
    method,
    target: put(target, encodeURIComponent),
    headers: headers.map(([name, value]) => [name, put(value, isBasic(value) ? base64 : String)]),
    // Each byte is one character, so that what is no text stays as it is.
    ...(body && { body: Buffer.from(put(body.toString('latin1'), latin1), 'latin1') }),
  };
}

/** Credentials of user and password. @see https://www.rfc-editor.org/rfc/rfc7617#section-2 */
export function isBasic(value: string): boolean {
  return /^basic /i.test(value);
}

function base64(token: string): string {
  return token.includes(':') ? Buffer.from(token).toString('base64') : token;
}

function latin1(token: string): string {
  return Buffer.from(token).toString('latin1');
}
