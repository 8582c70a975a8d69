import type { ServerResponse, OutgoingHttpHeader } from 'node:http';
import {
  cancelStream,
  EVENT_STREAM,
  forbidsContent,
  type HttpResponse,
  isStream,
  ItemStream,
  responseHeaders,
  type ResponseStream,
  type TextResponse,
} from '../contract';
import type { MessagePair } from './connections/connection';
import type { UnsentResponses } from './connections/unsent-responses';
import { type Closing, type DefaultHeaders, observationOf, type Serving } from './serving';

/** How a response is sent. */
interface SendOptions {
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

/**
 * Content beyond this many bytes is written in pieces of it, since how much of a piece a client has taken
 * cannot be seen. A client that takes less within `RESPONSE_TIMEOUT_MS` is cut.
 */
const PIECE_BYTES = 65_536;

/** Writes content that is known as a whole, no faster than the client takes it, and ends the response. */
async function writeContent(
  response: ServerResponse,
  content: Uint8Array,
  unsent: UnsentResponses,
): Promise<void> {
  for (let at = 0; at < content.length; at += PIECE_BYTES) {
    const isTaken = response.write(content.subarray(at, at + PIECE_BYTES));
    if (!isTaken) await unsent.drained(response, content.length - at);
    if (response.destroyed) return;
  }
  response.end();
}

/**
 * Writes content that comes in pieces, no faster than the client takes it. When the client goes away, or
 * the response is ended by others, the stream is let go and this resolves as soon as the stream does.
 *
 * @throws what the stream throws; the response must then be cut, so that the client sees that it is not whole
 */
async function writeStream(
  response: ServerResponse,
  stream: ResponseStream,
  unsent: UnsentResponses,
): Promise<void> {
  const iterator = stream[Symbol.asyncIterator]();
  const stop = (): void => {
    void cancelStream(stream, iterator);
  };
  response.once('close', stop);
  // Clients of event streams wait for the head before there is an event.
  response.flushHeaders();
  try {
    for (;;) {
      const result = await iterator.next();
      if (response.writableEnded || response.destroyed || result.done === true) return;
      const chunk = checked(result.value);
      if (!response.write(chunk)) await unsent.drained(response, chunk.length);
    }
  } catch (error) {
    // A stream may well fail for being let go.
    if (response.writableEnded || response.destroyed) return;
    stop();
    throw error;
  } finally {
    response.off('close', stop);
  }
}

/** Handlers are typed; this is for those that are not. */
function checked(chunk: unknown): Uint8Array | string {
  if (typeof chunk === 'string' || chunk instanceof Uint8Array) return chunk;
  throw new TypeError(
    `A stream of a response gave ${typeof chunk}, which is neither text nor bytes`,
  );
}

/** How long a handler that is told of closing has to end its stream itself, in milliseconds. */
const LAST_WORDS_MS = 100;

/** How long a client then has to read the end of an event stream. */
const LAST_READ_MS = 1_000;

/**
 * Ends a response that need not have an end when its server closes, so that it does not hold the server up
 * for the whole grace time. Its handler may end it first, since it is told by `closing` of its context.
 *
 * Events end as if there were no more, after which their clients connect again, elsewhere. Of other items
 * the client must see that they are not all, and they may well be about to end; so they are cut, and only
 * once their handler gives none for a while.
 */
function endWithServer(pair: MessagePair, closing: Closing, isEvents: boolean): void {
  const { response } = pair;
  let timer: NodeJS.Timeout | undefined;
  const off = closing.onBegin(() => {
    timer = isEvents ? endSoon(pair) : cutWhenIdle(pair);
  });
  response.once('close', () => {
    off();
    clearTimeout(timer);
  });
}

function endSoon({ response }: MessagePair): NodeJS.Timeout {
  return setTimeout(() => {
    response.end();
    const cut = setTimeout(() => response.destroy(), LAST_READ_MS);
    response.once('close', () => {
      clearTimeout(cut);
    });
  }, LAST_WORDS_MS);
}

function cutWhenIdle({ message: { socket }, response }: MessagePair): NodeJS.Timeout {
  let sent = socket.bytesWritten;
  return setInterval(() => {
    const isIdle = socket.bytesWritten === sent && socket.writableLength === 0;
    if (isIdle) response.destroy();
    sent = socket.bytesWritten;
  }, LAST_WORDS_MS);
}

/**
 * Header fields as `writeHead` takes them too: names and values in turn. An object with as many properties
 * takes a microsecond longer to make.
 */
type FieldList = OutgoingHttpHeader[];

/** The fields of a response, which may be changed. */
function fieldsOf(headers: HttpResponse['headers']): FieldList {
  const fields: FieldList = [];
  for (const name in headers) fields.push(name, headers[name] as OutgoingHttpHeader);
  return fields;
}

/** True for a name that is there in any case. */
function hasField(fields: FieldList, name: string): boolean {
  return indexOf(fields, name) !== -1;
}

/** Gives a field this value, whether or not it is there. */
function setField(fields: FieldList, name: string, value: OutgoingHttpHeader): void {
  const index = indexOf(fields, name);
  if (index === -1) fields.push(name, value);
  else fields[index + 1] = value;
}

function indexOf(fields: FieldList, name: string): number {
  for (let index = 0; index < fields.length; index += 2) {
    const other = String(fields[index]);
    if (other === name) return index;
    // Most names differ in their lengths.
    if (other.length === name.length && other.toLowerCase() === name.toLowerCase()) return index;
  }
  return -1;
}

/** Adds the fields that a response has neither by itself nor by middleware. Names differ in case at times. */
function addDefaults(fields: FieldList, defaults: DefaultHeaders, response: ServerResponse): void {
  for (const name in defaults) {
    const isMissing = !hasField(fields, name) && !response.hasHeader(name);
    if (isMissing) fields.push(name, defaults[name] ?? '');
  }
}

/** A response that is sent without Express, with the fields that it lacks. */
export function withDefaults(response: TextResponse, defaults: DefaultHeaders): TextResponse {
  const fields = fieldsOf(response.headers);
  const missing = Object.entries(defaults).filter(([name]) => !hasField(fields, name));
  return { ...response, headers: { ...response.headers, ...Object.fromEntries(missing) } };
}
