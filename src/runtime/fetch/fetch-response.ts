import type { UnderlyingSource } from 'node:stream/web';
import {
  cancelStream,
  checkedChunk,
  EVENT_STREAM,
  type HttpResponse,
  isStream,
  ItemStream,
  responseHeaders,
  type ResponseStream,
} from '../contract';
import { type Closing, LAST_WORDS_MS, type Serving } from '../host';
import type { FetchRequest } from './fetch-request';

/** A response of these has no body. @see https://fetch.spec.whatwg.org/#null-body-status */
const WITHOUT_BODY: readonly number[] = [204, 205, 304];

/**
 * Makes the response of a request, and ends the request with it.
 *
 * @throws TypeError for an invalid header field
 */
export async function responseOf(
  request: FetchRequest,
  { status, headers, body = '' }: HttpResponse,
  { defaultHeaders, closing }: Serving,
): Promise<Response> {
  const fields = fieldsOf(headers, defaultHeaders);
  const isHead = request.method === 'HEAD';
  const isEmpty = WITHOUT_BODY.includes(status);
  if (isStream(body) && !isHead && !isEmpty) {
    const isEvents = fields.get(responseHeaders.contentType)?.startsWith(EVENT_STREAM) === true;
    const source = new StreamedContent(request, body, closing, isEvents);
    return new Response(new ReadableStream(source, { highWaterMark: 0 }), {
      status,
      headers: fields,
    });
  }
  let content = EMPTY;
  if (isStream(body)) await cancelStream(body);
  else {
    content = Buffer.from(body);
    // Of HEAD, only its own handler can state the length that GET would have.
    const isKnown = content.length > 0 || !isHead;
    if (isKnown && !isEmpty) fields.set(responseHeaders.contentLength, String(content.length));
  }
  request.end();
  const hasContent = content.length > 0 && !isHead && !isEmpty;
  return new Response(hasContent ? content : null, { status, headers: fields });
}

const EMPTY = Buffer.alloc(0);

function fieldsOf(given: HttpResponse['headers'], defaults: Serving['defaultHeaders']): Headers {
  const fields = new Headers(defaults);
  for (const name in given) fields.delete(name);
  for (const [name, values] of Object.entries(given)) {
    for (const value of [values].flat()) fields.append(name, value);
  }
  return fields;
}

/** Content in chunks: read no faster than the host takes it, and released when nobody takes the rest. */
class StreamedContent implements UnderlyingSource<Uint8Array> {
  private readonly iterator: AsyncIterator<Uint8Array | string>;
  private isEnded = false;
  /** True while the host waits for a chunk. */
  private isPulled = false;
  private chunks = 0;
  private timer: NodeJS.Timeout | undefined;
  private off: () => void = () => undefined;

  /** @param isEvents true for an event stream, whose clients come back after its end */
  constructor(
    private readonly request: FetchRequest,
    private readonly content: ResponseStream,
    private readonly closing: Closing,
    private readonly isEvents: boolean,
  ) {
    this.iterator = content[Symbol.asyncIterator]();
  }

  start(controller: ReadableStreamDefaultController): void {
    const { signal } = this.request;
    const onAbort = (): void => {
      this.fail(controller, signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    // Unlike other streams, items and events may have no end.
    if (!this.isEvents && !(this.content instanceof ItemStream)) return;
    this.off = this.closing.onBegin(() => {
      this.timer = this.isEvents ? this.endSoon(controller) : this.cutWhenIdle(controller);
    });
  }

  async pull(controller: ReadableStreamDefaultController): Promise<void> {
    this.isPulled = true;
    try {
      const result = await this.iterator.next();
      this.isPulled = false;
      if (this.isEnded) return;
      if (result.done !== true) {
        this.chunks++;
        const chunk = checkedChunk(result.value);
        controller.enqueue(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
      } else if (this.end()) controller.close();
    } catch (error) {
      this.fail(controller, error);
    }
  }

  /** Called when nobody takes the rest. */
  cancel(): void {
    if (!this.end()) return;
    this.request.abort();
    void cancelStream(this.content, this.iterator);
  }

  private fail(controller: ReadableStreamDefaultController, error: unknown): void {
    // Cancelling may make a stream fail once more.
    if (this.isEnded) return;
    this.cancel();
    // By then, a host whose client has disconnected has cancelled the stream, and reports no error.
    setImmediate(() => {
      controller.error(error);
    });
  }

  /** @returns false where it has ended already */
  private end(): boolean {
    if (this.isEnded) return false;
    this.isEnded = true;
    this.off();
    clearTimeout(this.timer);
    this.request.end();
    return true;
  }

  private endSoon(controller: ReadableStreamDefaultController): NodeJS.Timeout {
    return setTimeout(() => {
      this.cancel();
      controller.close();
    }, LAST_WORDS_MS);
  }

  /** Clients must see that items are incomplete, and they may be about to end. */
  private cutWhenIdle(controller: ReadableStreamDefaultController): NodeJS.Timeout {
    let before = -1;
    return setInterval(() => {
      if (this.isPulled && this.chunks === before) {
        this.fail(controller, new Error('The server closes before the end of the items'));
      }
      before = this.chunks;
    }, LAST_WORDS_MS);
  }
}
