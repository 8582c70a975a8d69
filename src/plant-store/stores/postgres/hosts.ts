import type { StoreOpenError } from '../store-error';
import { readAuthentication, type AuthenticationSettings } from './authentication';
import { readTls, type SslMode, type TlsSettings } from './tls';

/** A server of the URL, and how it is connected to. */
export interface PostgresHost {
  /** A name, an address, or the folder of a Unix socket, which begins with a slash. */
  readonly host: string;
  readonly port: number;
  readonly sslmode: SslMode;
  readonly tls: TlsSettings | undefined;
  readonly authentication: AuthenticationSettings;
}

const DEFAULT_PORT = 5_432;
const DEFAULT_HOST = 'localhost';

/**
 * Reads the hosts and their ports: lists separated by commas, in which a port belongs to the host at its
 * place, and a single port to all hosts. The other parameters are those of each host.
 *
 * @param values the parts and parameters of the URL by name
 * @param refused makes the error to throw from what is wrong
 * @returns one or more, in their order
 * @see https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS
 */
export function readHosts(
  values: ReadonlyMap<string, string>,
  refused: (problem: string) => StoreOpenError,
): readonly PostgresHost[] {
  const hosts = (values.get('host') ?? '').split(',');
  const ports = (values.get('port') ?? '').split(',');
  if (hosts.length > 1 && hosts.includes('')) {
    throw refused('its list of hosts has an empty one; write HOST:PORT,HOST:PORT');
  }
  if (ports.length > 1 && ports.length !== hosts.length) {
    throw refused(
      `its list of ports has ${ports.length}, and that of hosts ${hosts.length}; name one port for each host, or one for all`,
    );
  }
  const requireAuth = values.get('require_auth');
  return hosts.map((name, place) => {
    const host = name === '' ? DEFAULT_HOST : name;
    const port = readPort((ports.length > 1 ? ports[place] : ports[0]) ?? '', values, refused);
    const { sslmode, tls } = readTls(values, host, refused);
    const authentication = readAuthentication(
      requireAuth === '' ? undefined : requireAuth,
      { host, sslmode },
      refused,
    );
    return { host, port, sslmode, tls, authentication };
  });
}

/** A host and its port, for messages. */
export function showHost({ host, port }: Pick<PostgresHost, 'host' | 'port'>): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function readPort(
  text: string,
  values: ReadonlyMap<string, string>,
  refused: (problem: string) => StoreOpenError,
): number {
  // Of a parameter, as of any other, an empty value is none that is allowed.
  if (text === '' && values.get('port') !== '') return DEFAULT_PORT;
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535) return port;
  // Not quoted: beside the port may stand the rest of a password that holds a colon.
  throw refused('its port must be a whole number from 1 to 65535');
}
