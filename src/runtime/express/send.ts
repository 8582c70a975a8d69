import type { ServerResponse, OutgoingHttpHeader } from 'node:http';
import {
  cancelStream,
  checkedChunk,
  EVENT_STREAM,
  forbidsContent,
  type HttpResponse,
  isStream,
  ItemStream,
  responseHeaders,
  type ResponseStream,
  type TextResponse,
} from '../contract';
import {
  type Closing,
  type DefaultHeaders,
  LAST_WORDS_MS,
  type Serving,
  type UnsentResponses,
} from '../host';
import type { MessagePair } from './connections/connections';
import { observationOf } from './observation';

interface SendOptions {
  /** Whether the connection cannot be used again. */
  readonly mustClose: boolean;
  readonly serving: Serving;
}

/**
 * Passes a response to Node, unless one has been sent or the client has disconnected.
 *
 * @returns for content written in chunks, a promise that resolves when the last one is written, and rejects when the
 *   content fails midway
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
  // A HEAD handler returns no content, so only the handler can state the length that GET would have.
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
    void options.serving.unsentResponses.drained(response, length);
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
  // Unlike other streams, items and events may have no end.
  if (isEvents || body instanceof ItemStream) {
    endWithClient(pair);
    endWithServer(pair, serving.closing, isEvents);
  }
  if (!isUnwanted) await writeStream(response, body, serving.unsentResponses);
  response.end();
}

/** False when the client has disconnected, has its response, or already got a failure for its request. */
function isOpen({ message, response }: MessagePair): boolean {
  return !response.destroyed && !response.headersSent && message.socket.writable;
}

/**
 * A client that closes its side of the connection still gets its response. An open-ended one has no reader then, and
 * would be kept until the next event.
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
 * Bytes of a piece. Larger content is written in pieces, since progress within one is not visible. A client that takes
 * less than a piece within `RESPONSE_TIMEOUT_MS` is cut.
 */
const PIECE_BYTES = 65_536;

/** Writes complete content, no faster than the client takes it, and ends the response. */
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
 * Writes a stream, no faster than the client takes it. When the client disconnects, or the response is ended elsewhere,
 * the stream is cancelled and this resolves as soon as the stream does.
 *
 * @throws errors of the stream; the response must then be cut, to show the client that it is incomplete
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
  // Clients of event streams wait for the headers before the first event.
  response.flushHeaders();
  try {
    for (;;) {
      const result = await iterator.next();
      if (response.writableEnded || response.destroyed || result.done === true) return;
      const chunk = checkedChunk(result.value);
      if (!response.write(chunk)) await unsent.drained(response, chunk.length);
    }
  } catch (error) {
    // Cancelling may make a stream fail.
    if (response.writableEnded || response.destroyed) return;
    stop();
    throw error;
  } finally {
    response.off('close', stop);
  }
}

/** Time for a client to read the end of an event stream after that, in milliseconds. */
const LAST_READ_MS = 1_000;

/**
 * Ends an open-ended response when its server closes, which keeps it from delaying shutdown for the whole grace time.
 * Its handler may end it first, since `closing` of its context notifies it.
 *
 * Event streams end normally, after which their clients reconnect to another instance. For other items the client must
 * see that they are incomplete, and they may be about to end; so they are cut, and only after their handler has
 * produced none for a while.
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
 * Header fields in the flat form of `writeHead`: alternating names and values. An object with as many properties takes
 * a microsecond longer to build.
 */
type FieldList = OutgoingHttpHeader[];

function fieldsOf(headers: HttpResponse['headers']): FieldList {
  const fields: FieldList = [];
  for (const name in headers) fields.push(name, headers[name] as OutgoingHttpHeader);
  return fields;
}

/** True if the name is present, in any case. */
function hasField(fields: FieldList, name: string): boolean {
  return indexOf(fields, name) !== -1;
}

/** Sets a field, whether or not it is present. */
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

/** Adds the default fields that neither the response nor middleware has set. The case of names may differ. */
function addDefaults(fields: FieldList, defaults: DefaultHeaders, response: ServerResponse): void {
  for (const name in defaults) {
    const isMissing = !hasField(fields, name) && !response.hasHeader(name);
    if (isMissing) fields.push(name, defaults[name] ?? '');
  }
}

/** A response sent without Express, with the default fields that it lacks. */
export function withDefaults(response: TextResponse, defaults: DefaultHeaders): TextResponse {
  const fields = fieldsOf(response.headers);
  const missing = Object.entries(defaults).filter(([name]) => !hasField(fields, name));
  return { ...response, headers: { ...response.headers, ...Object.fromEntries(missing) } };
}
