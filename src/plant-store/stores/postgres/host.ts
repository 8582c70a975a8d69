import { readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { createSecureContext, type ConnectionOptions } from 'node:tls';
import type { StoreOpenError } from '../store';
import { urlParameters } from './parameters';

/** The server of the URL, and how connections to it are protected. */
export interface PostgresHost {
  /** A name, an address, or the folder of a Unix socket, which begins with a slash. */
  readonly host: string;
  readonly sslmode: SslMode;
  readonly tls: TlsSettings | undefined;
  readonly authentication: AuthenticationSettings;
}

/**
 * Reads the host, and the parameters for TLS and authentication.
 *
 * @param values the parts and parameters of the URL by name
 * @param refused makes the error to throw for a problem
 */
export function readHost(
  values: ReadonlyMap<string, string>,
  refused: (problem: string) => StoreOpenError,
): PostgresHost {
  const name = values.get('host') ?? '';
  const host = name === '' ? urlParameters.host.default : name;
  const { sslmode, tls } = readTls(values, host, refused);
  const requireAuth = values.get('require_auth');
  const authentication = readAuthentication(
    requireAuth === '' ? undefined : requireAuth,
    { host, sslmode },
    refused,
  );
  return { host, sslmode, tls, authentication };
}

/** @see https://www.rfc-editor.org/rfc/rfc6890#section-2.2.2 */
const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** True for the folder of a Unix socket, which begins with a slash. */
function isUnixSocket(host: string): boolean {
  return host.startsWith('/');
}

/** True for a host whose name alone shows that nothing leaves the machine. */
function isLoopback(host: string): boolean {
  if (host.toLowerCase() === 'localhost') return true;
  const version = isIP(host);
  // The list does not support zones, as in ::1%lo.
  if (version === 0 || host.includes('%')) return false;
  return LOOPBACK.check(host, version === 6 ? 'ipv6' : 'ipv4');
}

type TlsSettings = Pick<
  ConnectionOptions,
  'ca' | 'cert' | 'key' | 'rejectUnauthorized' | 'checkServerIdentity'
>;

/** Parameters that name a file, and Node's options for its content. */
const FILES = { sslrootcert: 'ca', sslcert: 'cert', sslkey: 'key' } as const;

const MODES = urlParameters.sslmode.oneOf;
type SslMode = (typeof MODES)[number];

/**
 * Reads the TLS parameters with the meanings of libpq. Without `sslrootcert`, Node's own certificate authorities apply.
 *
 * @param values the parameters by name
 * @param host determines the default of `sslmode`
 * @param refused makes the error to throw for a problem
 * @returns `tls` is undefined for a connection without TLS
 * @see https://www.postgresql.org/docs/current/libpq-ssl.html#LIBPQ-SSL-SSLMODE-STATEMENTS
 */
function readTls(
  values: ReadonlyMap<string, string>,
  host: string,
  refused: (problem: string) => StoreOpenError,
): { readonly sslmode: SslMode; readonly tls: TlsSettings | undefined } {
  const sslmode = MODES.find((each) => each === (values.get('sslmode') ?? defaultMode(host)));
  if (sslmode === undefined) throw refused(`its sslmode must be one of ${MODES.join(', ')}`);
  const given = Object.keys(FILES).filter((name) => values.has(name));
  if (sslmode === 'disable') {
    if (given.length === 0) return { sslmode, tls: undefined };
    throw refused(`its ${given.join(', ')} needs an sslmode of require, verify-ca or verify-full`);
  }
  if (values.has('sslcert') !== values.has('sslkey')) {
    throw refused('its sslcert and sslkey go together; name both or none');
  }
  const files = readFiles(values, refused);
  // With an authority given, libpq's `require` is its `verify-ca`.
  const verifies = sslmode !== 'require' || values.has('sslrootcert');
  const tls = {
    ...files,
    rejectUnauthorized: verifies,
    ...(sslmode !== 'verify-full' && { checkServerIdentity: () => undefined }),
  };
  return { sslmode, tls };
}

/** By default, data that leaves the machine goes only to the verified server. */
function defaultMode(host: string): SslMode {
  return isUnixSocket(host) || isLoopback(host) ? 'disable' : 'verify-full';
}

function readFiles(
  values: ReadonlyMap<string, string>,
  refused: (problem: string) => StoreOpenError,
): TlsSettings {
  const files: Record<string, Buffer> = {};
  for (const [name, option] of Object.entries(FILES)) {
    const file = values.get(name);
    if (file === undefined) continue;
    try {
      files[option] = readFileSync(file);
      // The key is only usable together with its certificate.
      if (option !== 'cert') createSecureContext(files);
    } catch (error) {
      throw refused(`its ${name} ${JSON.stringify(file)} cannot be used: ${messageOf(error)}`);
    }
  }
  return files;
}

function messageOf(error: unknown): string {
  return (error as Error).message.replaceAll(/\s+/g, ' ');
}

/** Authentication methods of servers, by their names in libpq; `none`: no authentication. */
const METHODS = ['password', 'md5', 'scram-sha-256', 'none'] as const;
export type AuthenticationMethod = (typeof METHODS)[number];

/** The methods that a server may use, and the parameter that states them, if present. */
export interface AuthenticationSettings {
  readonly allowed: ReadonlySet<string>;
  readonly requireAuth: string | undefined;
}

/**
 * Reads `require_auth` like libpq. Without it, all methods are allowed with one exception: `password` sends the
 * password in clear text, so it needs TLS or a Unix socket. A loopback address is not enough: while the server is down,
 * any user of the machine may listen on its port, and would receive the password. `md5` and `scram-sha-256` reveal it
 * only to a listener who can guess it.
 *
 * @param refused makes the error to throw for a problem
 * @see https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNECT-REQUIRE-AUTH
 */
function readAuthentication(
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
