import { isIP, SocketAddress } from 'node:net';
import type { Request } from './app';

/**
 * The IP address of the client: that of the connection or, where the application trusts a proxy there, the
 * last one in X-Forwarded-For that no trusted proxy has. What a client writes into the field itself stands
 * before that, and is never reached.
 *
 * @see https://expressjs.com/en/guide/behind-proxies.html
 */
export function clientAddress(message: Request): string | undefined {
  const { remoteAddress } = message.socket;
  // Express would make an object of all header fields first.
  if (message.app.disabled('trust proxy')) return remoteAddress;
  return forwardedAddress(message.ip) ?? remoteAddress;
}

/** Some proxies add the port, which is another for each connection. */
const WITH_PORT = /^(?:\[([0-9a-f:.]+)\](?::\d+)?|([\d.]+):\d+)$/i;

/** An address in the one form that the connection has it in. @returns undefined for what is no address */
function forwardedAddress(text = ''): string | undefined {
  const [, inBrackets, beforePort] = WITH_PORT.exec(text) ?? [];
  const address = inBrackets ?? beforePort ?? text;
  switch (isIP(address)) {
    case 4:
      return address;
    case 6:
      return new SocketAddress({ address: withoutZone(address), family: 'ipv6' }).address;
    default:
      return undefined;
  }
}

/** The zone is a name of the proxy's own. @see https://www.rfc-editor.org/rfc/rfc4007#section-11 */
function withoutZone(address: string): string {
  return address.replace(/%.*/, '');
}
