import { Client, type ClientConfig } from 'pg';
import type { StoreOpenError } from '../store-error';
import { isUnixSocket } from './host';
import type { SslMode } from './tls';

/** Ways in which a server finds out who connects, by their names in libpq; `none`: it does not. */
const METHODS = ['password', 'md5', 'scram-sha-256', 'none'] as const;
type Method = (typeof METHODS)[number];

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

/** The driver's client, but that it refuses ways of authentication that are not allowed. */
export function guardedClient(settings: AuthenticationSettings): typeof Client {
  return class extends Client {
    constructor(config?: string | ClientConfig) {
      super(config);
      guard(this, settings);
    }
  };
}

/**
 * Ends a connection on which the server asks for what is not allowed, before anything is answered: a
 * stream that is destroyed takes no more bytes. The driver offers no hook for it: the function that it
 * asks for the password is not told the way, and is not asked again once it has answered. So this listens
 * to the messages that `pg` 8.23.1 emits on `Client.connection`, ahead of the client's own listeners,
 * which `connect` adds. That those come first is what test/stores/postgres/authentication.test.ts holds.
 */
function guard({ connection }: Client, settings: AuthenticationSettings): void {
  let used: Method = 'none';
  const check = (method: Method): void => {
    if (settings.allowed.has(method)) return;
    connection.stream.destroy(new Error(problemOf(method, settings)));
  };
  // Always, and not only at the start: the driver would answer at any time.
  connection.on('authenticationCleartextPassword', () => {
    check((used = 'password'));
  });
  connection.on('authenticationMD5Password', () => {
    check((used = 'md5'));
  });
  connection.on('authenticationSASL', () => {
    check('scram-sha-256');
  });
  // Only then has the server proved that it knows the password.
  connection.on('authenticationSASLFinal', () => (used = 'scram-sha-256'));
  connection.on('authenticationOk', () => {
    check(used);
  });
}

function problemOf(method: Method, { requireAuth }: AuthenticationSettings): string {
  if (requireAuth === undefined) {
    return 'the server asks for the password in clear text, and the connection has no TLS; set sslmode=verify-full in the URL, or require_auth=password to send it all the same';
  }
  const way = method === 'none' ? 'does not ask for authentication' : `asks for ${method}`;
  return `the server ${way}, which require_auth=${requireAuth} refuses; correct its pg_hba.conf, or require_auth in the URL`;
}
