import type { Operation } from '../generate/index';
import { isOpen } from './cases/security';

/** As words of a name: `logout`, `signOut`, `log-off`, and not `catalogOutput`. */
const SIGNS_OUT = /\b(?:log|sign) ?(?:out|off)\b/;

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
  const isNamed = [operationId, segment].some((name) => SIGNS_OUT.test(wordsOf(name)));
  return isNamed || (method === 'DELETE' && OWN.test(segment));
}

/** `users_signOut` as `users sign out`. */
function wordsOf(name: string): string {
  const apart = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2');
  return apart.toLowerCase().replace(/[^a-z0-9]+/g, ' ');
}
