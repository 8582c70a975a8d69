import type { Recipe } from './request';

/** Requests for a tunnel, which a server that is no proxy refuses (RFC 9110, section 9.3.6). */

const AUTHORITIES = ['example.com:443', '127.0.0.1:80', '[::1]:443', 'localhost:1', 'a.b:65535'];

/** What a client that is certain of its tunnel sends at once. */
const TUNNELLED = [
  '',
  '',
  '\x16\x03\x01\x02\x00',
  'GET / HTTP/1.1\r\nHost: a\r\n\r\n',
  'x'.repeat(9_000),
];

/** CONNECT, with data behind it that is for nobody. */
export const connect: Recipe = ({ random }) => {
  const authority = random.pick(AUTHORITIES);
  const headers = [`Host: ${authority}`, ...(random.chance(0.3) ? ['Proxy-Connection: x'] : [])];
  const head = `CONNECT ${authority} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`;
  return {
    kind: 'CONNECT',
    bytes: head + random.pick(TUNNELLED),
    expected: { statuses: 'refusal', connection: 'closes' },
  };
};
