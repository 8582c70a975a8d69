import { isIP } from 'node:net';

/** What is allowed, as the end of a sentence. */
export const TRUSTED_PROXIES_SYNTAX =
  'addresses, networks such as 10.0.0.0/8, or loopback, linklocal or uniquelocal, separated by commas';

/** Networks that have a name. @see https://expressjs.com/en/guide/behind-proxies.html */
const NAMED: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];

/** True for an address, a network in CIDR notation, or the name of networks. */
export function isProxy(text: string): boolean {
  if (NAMED.includes(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  );
}
