import type { StoreOpenError } from '../store-error';
import { isUnixSocket } from './host';
import type { SslMode } from './tls';

/** Ways in which a server finds out who connects, by their names in libpq; `none`: it does not. */
const METHODS = ['password', 'md5', 'scram-sha-256', 'none'] as const;
export type AuthenticationMethod = (typeof METHODS)[number];

/** The ways that a server may take, and the parameter that says so, where there is one. */
export interface AuthenticationSettings {
  readonly allowed: ReadonlySet<string>;
  readonly requireAuth: string | undefined;
}

/**
 * Reads `require_auth` as libpq does. Without it, all ways are allowed but one: `password` sends the
 * password as it is, so it needs TLS or a Unix socket. A loopback address does not do: as long as the
 * server is down, any user of the machine may listen on its port, and would be told the password.
 * `md5` and `scram-sha-256` show it to nobody who cannot guess it.
 *
 * @param refused makes the error to throw from what is wrong
 * @see https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNECT-REQUIRE-AUTH
 */
export function readAuthentication(
  requireAuth: string | undefined,
  { host, sslmode }: { readonly host: string; readonly sslmode: SslMode },
  refused: (problem: string) => StoreOpenError,
): AuthenticationSettings {
  const isPrivate = sslmode !== 'disable' || isUnixSocket(host);
  const usual = METHODS.filter((method) => method !== 'password' || isPrivate);
  if (requireAuth === undefined) return { allowed: new Set(usual), requireAuth };
  const given = requireAuth.split(',').map((item) => item.trim());
  const names = given.map((item) => item.replace(/^!/, ''));
  const negated = given.filter((item) => item.startsWith('!')).length;
  const isKnown = names.every((name) => METHODS.some((method) => method === name));
  if (!isKnown || (negated > 0 && negated < given.length)) {
    throw refused(
      `its require_auth must be a list of ${METHODS.join(', ')}, separated by commas, all or none with ! before them`,
    );
  }
  const allowed = negated > 0 ? usual.filter((method) => !names.includes(method)) : names;
  return { allowed: new Set(allowed), requireAuth };
}
