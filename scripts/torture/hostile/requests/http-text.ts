import type { Random } from '../../../examples/random';
import { TOKEN } from '../../tasks';

/** The text of requests, each byte as the character of that number. */

export type Header = readonly [name: string, value: string];

/** A request before it is written: what a fault changes. */
export interface Draft {
  readonly method: string;
  readonly target: string;
  /** Such as `1.1`. */
  readonly version: string;
  readonly headers: readonly Header[];
  /** As it stands on the connection, chunks included. */
  readonly body: string;
}

/** What a body begins a chunk with, beside its size. */
const EXTENSIONS = ['', '', '', ';a', ';a=b', ';name="quoted; text"', ';a=1;b=2'];
const TRAILERS = ['', '', 'X-Check: 1\r\n', 'X-One: 1\r\nX-Two: two\r\n'];

/** Writes a request out. */
export function textOf({ method, target, version, headers, body }: Draft): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/${version}\r\n${lines.join('')}\r\n${body}`;
}

/** The UTF-8 bytes of a text. */
export function utf8(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** The headers of every well-formed create but for those of its body. */
export function createHeaders(): Header[] {
  return [
    ['Host', '127.0.0.1'],
    ['Authorization', `Bearer ${TOKEN}`],
    ['Content-Type', 'application/json'],
  ];
}

/** A create with its Content-Length. @param body its bytes */
export function createDraft(body: string): Draft {
  const headers: Header[] = [...createHeaders(), ['Content-Length', String(body.length)]];
  return { method: 'POST', target: '/plants', version: '1.1', headers, body };
}

/** A create in chunks. @param chunks the bytes of its body as they stand on the connection */
export function chunkedDraft(chunks: string): Draft {
  const headers: Header[] = [...createHeaders(), ['Transfer-Encoding', 'chunked']];
  return { method: 'POST', target: '/plants', version: '1.1', headers, body: chunks };
}

/** A body in chunks of any size, with extensions and trailers. */
export function inChunks(random: Random, body: string): string {
  let chunks = '';
  for (let at = 0; at < body.length;) {
    const size = Math.min(random.integer(1, 80), body.length - at);
    const zeros = random.chance(0.1) ? '00' : '';
    const digits = random.chance(0.5) ? size.toString(16) : size.toString(16).toUpperCase();
    chunks += `${zeros}${digits}${random.pick(EXTENSIONS)}\r\n${body.slice(at, at + size)}\r\n`;
    at += size;
  }
  return `${chunks}0${random.pick(EXTENSIONS)}\r\n${random.pick(TRAILERS)}\r\n`;
}

/** A body in chunks of one byte each. */
export function inBytes(body: string): string {
  return `${body.replaceAll(/[^]/g, '1\r\n$&\r\n')}0\r\n\r\n`;
}
