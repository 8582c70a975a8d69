import { Client, type ClientConfig } from 'pg';
import type { AuthenticationMethod, AuthenticationSettings } from './authentication';

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
 * which `connect` adds. That those come first is what test/plant-store/stores/postgres/authentication.test.ts holds.
 */
function guard({ connection }: Client, settings: AuthenticationSettings): void {
  let used: AuthenticationMethod = 'none';
  const check = (method: AuthenticationMethod): void => {
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

function problemOf(method: AuthenticationMethod, { requireAuth }: AuthenticationSettings): string {
  if (requireAuth === undefined) {
    return 'the server asks for the password in clear text, and the connection has no TLS; set sslmode=verify-full in the URL, or require_auth=password to send it all the same';
  }
  const way = method === 'none' ? 'does not ask for authentication' : `asks for ${method}`;
  return `the server ${way}, which require_auth=${requireAuth} refuses; correct its pg_hba.conf, or require_auth in the URL`;
}
