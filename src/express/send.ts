import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { replyHeaders } from '../contract/header-names';
import type { HttpReply, ReplyStream } from '../contract/http-message';
import { forbidsContent } from '../contract/http-status';
import { EVENT_STREAM } from '../contract/media-type';
import { cancelStream, isStream } from '../contract/reply/reply-stream';
import { writeStream } from './write-stream';

/**
 * Hands a reply to Node, unless one has been sent or the client is gone.
 *
 * @param mustClose whether the connection cannot be used again
 * @returns for content that comes in pieces, a promise that is kept when the last one is written, and
 *   broken when the content fails half way
 */
export function send(
  message: IncomingMessage,
  response: ServerResponse,
  reply: HttpReply,
  mustClose: boolean,
): Promise<void> | undefined {
  const { status, body = '' } = reply;
  // Node takes lists that it may not change as well; its types do not.
  const headers = { ...reply.headers } as OutgoingHttpHeaders;
  if (mustClose) headers.Connection = 'close';
  if (isStream(body)) return sendStream(message, response, { ...reply, body }, headers);
  if (response.destroyed || response.headersSent) return undefined;
  if (!forbidsContent(status)) headers['Content-Length'] = Buffer.byteLength(body);
  response.writeHead(status, headers);
  response.end(body);
  return undefined;
}

async function sendStream(
  message: IncomingMessage,
  response: ServerResponse,
  { status, headers: given, body }: HttpReply & { readonly body: ReplyStream },
  headers: OutgoingHttpHeaders,
): Promise<void> {
  const isUnwanted = response.destroyed || response.headersSent || message.method === 'HEAD';
  if (isUnwanted) await cancelStream(body);
  if (response.destroyed || response.headersSent) return;
  response.writeHead(status, headers);
  if (isEndless(given)) endWithClient(message, response);
  if (!isUnwanted) await writeStream(response, body);
  response.end();
}

/** Events have no last one, as other content that comes in pieces does. */
function isEndless(headers: HttpReply['headers']): boolean {
  return String(headers[replyHeaders.contentType]).startsWith(EVENT_STREAM);
}

/**
 * A client that closes its side of the connection still gets its reply. One that does not end is for
 * nobody then, and would be kept for as long as there is no event.
 */
function endWithClient({ socket }: IncomingMessage, response: ServerResponse): void {
  const end = (): void => {
    response.destroy();
  };
  socket.once('end', end);
  response.once('close', () => socket.off('end', end));
  if (socket.readableEnded) end();
}
