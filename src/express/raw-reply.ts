import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { TextReply } from '../contract/http-message';

/** How long a client has to read a last reply before its connection is cut. */
const LINGER_MS = 1_000;

/**
 * Writes a reply to a connection whose request could not be parsed, and closes it: Node has no
 * response object for such a request.
 */
export function writeRawReply(socket: Duplex, reply: TextReply): void {
  const body = reply.body ?? '';
  const headers = {
    ...reply.headers,
    Date: new Date().toUTCString(),
    Connection: 'close',
    'Content-Length': String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((line) => `${name}: ${line}\r\n`),
  );
  const statusLine = `HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status] ?? ''}\r\n`;
  socket.write(`${statusLine}${lines.join('')}\r\n`);
  socket.end(body);
  // Closing at once, with input unread, would take the reply from the client again (RFC 9112, section 9.6).
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => {
    clearTimeout(timer);
  });
}
