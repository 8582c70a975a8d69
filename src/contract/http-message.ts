import { Readable } from 'node:stream';
import type { CompiledOperation } from './compiled-contract';
import type { Failure } from './failure';
import type { Caller } from './security/principal';

/**
 * HTTP as the contract layer sees it, independent of the host that carries it.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-6
 */

/** What became of reading a body. */
export type BodyRead =
  | { readonly outcome: 'complete'; readonly bytes: Buffer }
  /** More than the allowed number of bytes was announced or sent. */
  | { readonly outcome: 'too-large' }
  /** The host does not read it on, for a reason that the client is told. */
  | { readonly outcome: 'refused'; readonly failure: Failure }
  /** The client went away before the body was complete; no response can reach it. */
  | { readonly outcome: 'aborted' };

/** The client went away while it sent the body; no response can reach it. */
export class RequestAbortedError extends Error {
  override readonly name = 'RequestAbortedError';
}

/** Thrown to a reader of a body that the host does not read on. The client learns of the failure. */
export class BodyRefusedError extends Error {
  override readonly name = 'BodyRefusedError';

  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

/** A body as it arrives. */
export interface BodyChunks extends AsyncIterableIterator<Uint8Array> {
  /**
   * Says how many bytes the reader keeps of what it was given, which the host counts as its own. Called with
   * 0 when it keeps none any more.
   */
  keep?(bytes: number): void;
}

/** A file for content that is too large for memory. */
export interface TemporaryFile {
  /** Writes bytes behind the others. @throws UnavailableError when they cannot be written */
  append(bytes: Uint8Array): Promise<void>;
  /** All that was written, when no more is to come. It can be read until the response has been sent. */
  content(): Promise<Blob>;
}

/** What a request says before its body, as it was sent. */
export interface RequestHead {
  /** The method as sent; methods are case-sensitive (RFC 9110, section 9.1). */
  readonly method: string;
  /** The request target as sent, in origin form or absolute form (RFC 9112, section 3.2). */
  readonly target: string;
  /** All values of a header, in order; none when it is absent. @param name in lower case */
  headerValues(name: string): readonly string[];
  /**
   * The IP address of the client, as text; absent where the host does not know it, as once the connection has
   * ended. Behind a proxy it is that of the proxy, unless the host is told to trust it.
   */
  readonly address?: string | undefined;
}

/** A request. Nothing of it is decoded yet. */
export interface HttpRequest extends RequestHead {
  /** True when the message has a body, even an empty one in chunks (RFC 9112, section 6.3). */
  readonly hasBody: boolean;
  /** The names of all headers, in lower case, each once. Absent where the host does not tell them. */
  headerNames?(): readonly string[];
  /**
   * Reads the body, once.
   *
   * @param maxBytes the largest body to take
   * @param caller who sends it, as authentication knows them; bodies that have not arrived are bounded
   *   for each caller. By default it is known by its address.
   */
  readBody(maxBytes: number, caller?: string): Promise<BodyRead> | BodyRead;
  /**
   * The body as it arrives, in place of readBody, once. It holds back the client while nobody asks for
   * more, ends with the response at the latest, and throws RequestAbortedError when the client goes away,
   * BodyRefusedError when the host does not read it on.
   */
  streamBody(caller?: string): BodyChunks;
  /**
   * A file that the host removes when the response has been sent, once. Absent where the host has none: content
   * stays in memory.
   *
   * @throws UnavailableError when there can be no file
   */
  openTemporaryFile?(): Promise<TemporaryFile>;
  /** Aborted when the client goes away before the response is complete. */
  readonly signal: AbortSignal;
  /** Observes the request; absent where the host observes none. */
  readonly observation?: ExchangeObservation | undefined;
  /** Aborted when the host begins to close. */
  readonly closing: AbortSignal;
  /** What the application says of the request; absent where it says nothing. */
  readonly locals?: unknown;
}

/** Content that comes in pieces; text is sent as UTF-8. */
export type ResponseStream = AsyncIterable<Uint8Array | string>;

/** What a handler gives where the media type is not JSON: text is sent as UTF-8. */
export type ResponseContent = string | Uint8Array | ResponseStream;

/** A response. The host adds what belongs to the connection (`Date`, `Content-Length`, `Connection`). */
export interface HttpResponse {
  /** 200 to 599. */
  readonly status: number;
  /** A list is a header line for each of its values. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** Text is sent as UTF-8; absent means no content. */
  readonly body?: ResponseContent;
}

/** A response whose content is text that is known as a whole. */
export interface TextResponse extends HttpResponse {
  readonly body?: string;
}

/**
 * What watches a request on its way, for logs, metrics and traces. A host gives it with the request, the
 * contract layer tells it what it finds out; where nobody watches, nothing is done. None of its methods
 * may throw.
 */
export interface ExchangeObservation {
  /** Names the request in logs. */
  readonly requestId: string;
  /** The request is for this operation; not called where no operation covers it. */
  found(operation: CompiledOperation): void;
  /** Who calls, by the first of the security schemes; undefined for one who need not say. */
  admitted(caller: Caller | undefined): void;
  /** Runs the handler, within whatever is to be active meanwhile, and returns what it returns. */
  handling<Result>(run: () => Result): Result;
  /** The response says this failure, whatever its status and body are in the document. */
  failed(failure: Failure): void;
}

/** True for content that comes in pieces. */
export function isStream(body: unknown): body is ResponseStream {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/** What a handler may give piece by piece. */
export type AnyIterable = AsyncIterable<unknown> | Iterable<unknown>;
export type AnyIterator = AsyncIterator<unknown> | Iterator<unknown>;

/** True for what has items; text and bytes have none. */
export function isItems(body: unknown): body is AnyIterable {
  if (typeof body !== 'object' || body === null || body instanceof Uint8Array) return false;
  return isStream(body) || Symbol.iterator in body;
}

export function iteratorOf(iterable: AnyIterable): AnyIterator {
  return Symbol.asyncIterator in iterable
    ? iterable[Symbol.asyncIterator]()
    : iterable[Symbol.iterator]();
}

/**
 * Lets go of a stream that nobody will read, or read on. What it throws then is of no interest.
 *
 * @param iterator the one that is in use
 */
export async function cancelStream(
  stream: AnyIterable,
  iterator: AnyIterator = iteratorOf(stream),
): Promise<void> {
  try {
    // Node's streams hold their source until they are destroyed, also while a chunk is awaited.
    if (stream instanceof Readable) stream.destroy();
    await iterator.return?.();
  } catch {
    // The response does not depend on it.
  }
}
