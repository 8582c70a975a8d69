import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { nextTick } from 'node:process';
import type { Socket } from 'node:net';
import type { TextResponse } from '../../contract';

/** Milliseconds that a client has to read a last response before its connection is cut. */
const LINGER_MS = 1_000;

/** Writes a response and closes the connection: for a request that could not be parsed, and for CONNECT. */
export function writeLastResponse(socket: Socket, response: TextResponse): void {
  socket.end(responseText(response));
  // Closing at once, with input unread, could destroy the response before the client reads it (RFC 9112, section 9.6).
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => {
    clearTimeout(timer);
  });
}

/**
 * Lets a connection that Node closes with its response read the rest of the request first, where somebody discards it.
 * Node's limit of time for a request ends the wait.
 */
export function lingerForBody(message: IncomingMessage): void {
  const { socket } = message;
  if (message.complete || message.isPaused()) return;
  nextTick(() => {
    if (!socket.writableEnded) return;
    // eslint-disable-next-line @typescript-eslint/unbound-method -- Node's `destroySoon` has added it as it is
    socket.off('finish', socket.destroy);
    message.once('end', () => socket.destroy());
  });
}

function responseText({ status, headers, body = '' }: TextResponse): string {
  const fields = {
    ...headers,
    Date: new Date().toUTCString(),
    Connection: 'close',
    'Content-Length': String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((line) => `${name}: ${line}\r\n`),
  );
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`;
}
