import type { OperationRequest } from '../../samples/requests/operation-request';

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2 */
const TOKEN = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/;

/** A path, perhaps with a query, in origin form. @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2.1 */
const TARGET = /^\/[!-~]*$/;

/**
 * Visible characters and bytes beyond ASCII, with space between them.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-5.5
 */
const FIELD_VALUE = /^(?:[!-~\x80-\xff](?:[\t -~\x80-\xff]*[!-~\x80-\xff])?)?$/;

/**
 * True for a request that HTTP allows. Any other is for no service to accept or refuse by its document: it
 * is a malformed message, which servers and intermediaries answer before that, or do not answer at all.
 */
export function isSendable({ method, target, headers }: OperationRequest): boolean {
  return (
    TOKEN.test(method) &&
    TARGET.test(target) &&
    headers.every(([name, value]) => TOKEN.test(name) && FIELD_VALUE.test(value))
  );
}
