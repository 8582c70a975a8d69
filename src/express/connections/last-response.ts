import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { TextResponse } from '../../contract';

/** How long a client has to read a last response before its connection is cut. */
const LINGER_MS = 1_000;

/** Writes a response to a connection and closes it: for a request that could not be parsed, and for CONNECT. */
export function writeLastResponse(socket: Socket, response: TextResponse): void {
  socket.end(responseText(response));
  // Closing at once, with input unread, would take the response from the client again (RFC 9112, section 9.6).
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => {
    clearTimeout(timer);
  });
}

function responseText(response: TextResponse): string {
  const body = response.body ?? '';
  const headers = {
    ...response.headers,
    Date: new Date().toUTCString(),
    Connection: 'close',
    'Content-Length': String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((line) => `${name}: ${line}\r\n`),
  );
  const statusLine = `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ''}\r\n`;
  return `${statusLine}${lines.join('')}\r\n${body}`;
}
