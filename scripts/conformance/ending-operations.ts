import type { Operation } from '../generate/index';
import { isOpen } from './cases/security';

const SIGNS_OUT = /(?:log|sign)[-_]?(?:out|off)/i;

/** Last segments of paths whose removal takes the caller's own credentials with it. */
const OWN = /^(?:sessions?|tokens?|auth|logins?|me|self|current|users?|accounts?|profiles?)$/i;

/**
 * True for an operation that may end the credentials it is called with, by its name or its path: such as
 * `POST /auth/logout` and `DELETE /session`. It is tested after all others.
 */
export function mayEndCredentials(operation: Operation): boolean {
  if (isOpen(operation)) return false;
  const { method, path, operationId } = operation;
  const segment = path.split('/').findLast((each) => each !== '') ?? '';
  const isNamed = SIGNS_OUT.test(operationId) || SIGNS_OUT.test(segment);
  return isNamed || (method === 'DELETE' && OWN.test(segment));
}
