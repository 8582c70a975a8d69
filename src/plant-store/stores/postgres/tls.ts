import { readFileSync } from 'node:fs';
import { createSecureContext, type ConnectionOptions } from 'node:tls';
import type { StoreOpenError } from '../store-error';
import { isLoopback, isUnixSocket } from './host';

/** What Node's TLS is given for a connection. */
export type TlsSettings = Pick<
  ConnectionOptions,
  'ca' | 'cert' | 'key' | 'rejectUnauthorized' | 'checkServerIdentity'
>;

/** Parameters that name a file, and what the file is to Node. */
const FILES = { sslrootcert: 'ca', sslcert: 'cert', sslkey: 'key' } as const;

export const TLS_PARAMETERS: readonly string[] = ['sslmode', ...Object.keys(FILES)];

/** `prefer` and `allow` are left out: what they give is decided by whoever is in the middle. */
const MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
export type SslMode = (typeof MODES)[number];

/**
 * Reads the parameters of TLS with the meanings of libpq. Without `sslrootcert` the authorities that
 * Node knows count.
 *
 * @param values the parameters by name
 * @param host decides on the `sslmode` that is not given
 * @param refused makes the error to throw from what is wrong
 * @returns `tls` is undefined where the connection is to be without it
 * @see https://www.postgresql.org/docs/current/libpq-ssl.html#LIBPQ-SSL-SSLMODE-STATEMENTS
 */
export function readTls(
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
  // With an authority at hand, libpq's `require` is its `verify-ca`.
  const verifies = sslmode !== 'require' || values.has('sslrootcert');
  const tls = {
    ...files,
    rejectUnauthorized: verifies,
    ...(sslmode !== 'verify-full' && { checkServerIdentity: () => undefined }),
  };
  return { sslmode, tls };
}

/** What leaves the machine goes to the server that is meant and to nobody else, unless the URL says otherwise. */
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
      // The key only has a meaning beside its certificate.
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
