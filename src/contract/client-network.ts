import { isIPv4 } from 'node:net';

/**
 * The network of a client's address: that of IPv4 itself, of IPv6 the first 64 bits, since whoever has
 * one address there mostly has all of them.
 *
 * @see https://www.rfc-editor.org/rfc/rfc4291#section-2.5.4
 */
export function clientNetwork(address = ''): string {
  const mapped = address.replace(/^::ffff:/i, '');
  if (isIPv4(mapped)) return mapped;
  const [before = [], after] = address.split('::').map(groupsOf);
  if (after === undefined) return before.slice(0, 4).join(':');
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':');
}
