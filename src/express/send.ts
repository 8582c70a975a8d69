import {
  cancelStream,
  EVENT_STREAM,
  forbidsContent,
  type HttpResponse,
  isStream,
  ItemStream,
  responseHeaders,
  type ResponseStream,
} from '../contract';
import type { MessagePair } from './connections/message-pair';
import { addDefaults } from './default-headers';
import { endWithServer } from './end-with-server';
import { type FieldList, fieldsOf, setField } from './field-list';
import { observationOf } from './observation';
import type { Serving } from './serving';
import { PIECE_BYTES, writeContent } from './write-content';
import { writeStream } from './write-stream';

/** How a response is sent. */
export interface SendOptions {
  /** Whether the connection cannot be used again. */
  readonly mustClose: boolean;
  readonly serving: Serving;
}

/**
 * Hands a response to Node, unless one has been sent or the client is gone.
 *
 * @returns for content that is written in pieces, a promise that is kept when the last one is written, and
 *   broken when the content fails half way
 */
export function send(
  pair: MessagePair,
  answer: HttpResponse,
  options: SendOptions,
): Promise<void> | undefined {
  const { message, response } = pair;
  const { status, body = '' } = answer;
  const fields = fieldsOf(answer.headers);
  addDefaults(fields, options.serving.defaultHeaders, response);
  if (options.mustClose) setField(fields, responseHeaders.connection, 'close');
  const observation = observationOf(message);
  if (observation !== undefined) {
    setField(fields, responseHeaders.requestId, observation.requestId);
  }
  if (isStream(body)) return sendStream(pair, { ...answer, body }, fields, options);
  if (!isOpen(pair)) return undefined;
  const length = Buffer.byteLength(body);
  // A handler of HEAD gives no content: the length that GET would have is for it to say.
  const isUnknown = answer.body === undefined && message.method === 'HEAD';
  if (!forbidsContent(status) && !isUnknown) {
    setField(fields, responseHeaders.contentLength, length);
  }
  response.writeHead(status, fields);
  observation?.sized(length);
  if (length > PIECE_BYTES && message.method !== 'HEAD') {
    const content = typeof body === 'string' ? Buffer.from(body) : body;
    return writeContent(response, content, options.serving.unsentResponses);
  }
  response.end(body);
  if (message.socket.writableLength > 0)
    options.serving.unsentResponses.watchLast(response, length);
  return undefined;
}

async function sendStream(
  pair: MessagePair,
  { status, headers: given, body }: HttpResponse & { readonly body: ResponseStream },
  fields: FieldList,
  { serving }: SendOptions,
): Promise<void> {
  const { message, response } = pair;
  const isUnwanted = !isOpen(pair) || message.method === 'HEAD';
  if (isUnwanted) await cancelStream(body);
  if (!isOpen(pair)) return;
  response.writeHead(status, fields);
  const isEvents = String(given[responseHeaders.contentType]).startsWith(EVENT_STREAM);
  // Items and events need not have a last one, as other content that comes in pieces does.
  if (isEvents || body instanceof ItemStream) {
    endWithClient(pair);
    endWithServer(pair, serving.closing, isEvents);
  }
  if (!isUnwanted) await writeStream(response, body, serving.unsentResponses);
  response.end();
}

/** False when the client is gone, has its response, or was told of a fault of its request already. */
function isOpen({ message, response }: MessagePair): boolean {
  return !response.destroyed && !response.headersSent && message.socket.writable;
}

/**
 * A client that closes its side of the connection still gets its response. One that does not end is for
 * nobody then, and would be kept for as long as there is no event.
 */
function endWithClient({ message: { socket }, response }: MessagePair): void {
  const end = (): void => {
    response.destroy();
  };
  socket.once('end', end);
  response.once('close', () => socket.off('end', end));
  if (socket.readableEnded) end();
}
