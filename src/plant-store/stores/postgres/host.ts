import { BlockList, isIP } from 'node:net';

/** @see https://www.rfc-editor.org/rfc/rfc6890#section-2.2.2 */
const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** True for the folder of a Unix socket, which begins with a slash. */
export function isUnixSocket(host: string): boolean {
  return host.startsWith('/');
}

/** True for a host by whose name alone it is clear that nothing leaves the machine. */
export function isLoopback(host: string): boolean {
  if (host.toLowerCase() === 'localhost') return true;
  const version = isIP(host);
  // A zone, as in ::1%lo, is none that the list knows.
  if (version === 0 || host.includes('%')) return false;
  return LOOPBACK.check(host, version === 6 ? 'ipv6' : 'ipv4');
}
