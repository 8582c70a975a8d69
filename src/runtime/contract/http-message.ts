import { Readable } from 'node:stream';
import type { CompiledOperation } from './compiled-contract';
import type { Failure } from './failure';
import type { Caller } from './security/principal';

/**
 * HTTP as the contract layer sees it, independent of the host.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-6
 */

/** The outcome of reading a body. */
export type BodyRead =
  | { readonly outcome: 'complete'; readonly bytes: Buffer }
  /** The announced or received bytes exceed the limit. */
  | { readonly outcome: 'too-large' }
  /** The host stopped reading, for a reason that the client receives. */
  | { readonly outcome: 'refused'; readonly failure: Failure }
  /** The client disconnected before the body was complete; no response can reach it. */
  | { readonly outcome: 'aborted' };

/** The client disconnected while it sent the body; no response can reach it. */
export class RequestAbortedError extends Error {
  override readonly name = 'RequestAbortedError';
}

/** Thrown to the reader of a body that is not read further. The client receives the failure. */
export class BodyRefusedError extends Error {
  override readonly name = 'BodyRefusedError';

  constructor(readonly failure: Failure) {
    super(failure.message);
  }

  /** Sent by Express's own error handler, where a route reads the body. */
  get status(): number {
    return this.failure.kind.status;
  }
}

/** A body as it arrives. */
export interface BodyChunks extends AsyncIterableIterator<Uint8Array> {
  /**
   * Reports how many bytes the reader holds of the body, or of what it decodes to, beside the latest chunk; 0 when it
   * holds none. The host counts them until the response has been sent.
   *
   * @throws BodyRefusedError when the host has no room for them
   */
  keep?(bytes: number): void;
}

/** A file for content that is too large for memory. */
export interface TemporaryFile {
  /** Appends bytes. @throws UnavailableError when they cannot be written */
  append(bytes: Uint8Array): Promise<void>;
  /** The whole content, once nothing more is appended. It can be read until the response has been sent. */
  content(): Promise<Blob>;
}

/** The part of a request before its body, as it was sent. */
export interface RequestHead {
  /** The method as sent; methods are case-sensitive (RFC 9110, section 9.1). */
  readonly method: string;
  /** The request target as sent, in origin form or absolute form (RFC 9112, section 3.2). */
  readonly target: string;
  /** All values of a header, in order; empty when it is absent. @param name in lower case */
  headerValues(name: string): readonly string[];
  /**
   * The IP address of the client, as text; absent where the host does not know it, as after the connection has ended.
   * Behind a proxy it is the proxy's, unless the host is configured to trust it.
   */
  readonly address?: string | undefined;
}

/** A request, not decoded yet. */
export interface HttpRequest extends RequestHead {
  /** True when the message has a body, even an empty one in chunks (RFC 9112, section 6.3). */
  readonly hasBody: boolean;
  /** The names of all headers, in lower case, each once. Absent where the host does not provide them. */
  headerNames?(): readonly string[];
  /**
   * Reads the body, once.
   *
   * @param maxBytes the largest body accepted
   * @param caller the authenticated sender; the bodies in memory are bounded for each caller. By default the address
   *   identifies it.
   */
  readBody(maxBytes: number, caller?: string): Promise<BodyRead> | BodyRead;
  /**
   * The body as it arrives, instead of readBody, once. It applies backpressure while nobody reads, ends with the
   * response at the latest, and throws RequestAbortedError when the client disconnects, BodyRefusedError when the host
   * stops reading.
   */
  streamBody(caller?: string): BodyChunks;
  /**
   * Opens a file, once, which the host removes when the response has been sent. Absent where the host has no files:
   * content stays in memory.
   *
   * @throws UnavailableError when no file can be created
   */
  readonly openTemporaryFile?: (() => Promise<TemporaryFile>) | undefined;
  /** Aborted when the client disconnects before the response is complete. */
  readonly signal: AbortSignal;
  /** Observes the request; absent where the host observes none. */
  readonly observation?: ExchangeObservation | undefined;
  /** Aborted when the host begins to close. */
  readonly closing: AbortSignal;
  /** The application's data about the request; absent where it provides none. */
  readonly locals?: unknown;
}

/** Content in chunks; text is sent as UTF-8. */
export type ResponseStream = AsyncIterable<Uint8Array | string>;

/** A handler's content where the media type is not JSON: text is sent as UTF-8. */
export type ResponseContent = string | Uint8Array | ResponseStream;

/** A response. The host adds the fields of the connection (`Date`, `Content-Length`, `Connection`). */
export interface HttpResponse {
  /** 200 to 599. */
  readonly status: number;
  /** A list becomes one header line for each value. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** Text is sent as UTF-8; absent means no content. */
  readonly body?: ResponseContent;
}

/** A response whose content is complete text. */
export interface TextResponse extends HttpResponse {
  readonly body?: string;
}

/**
 * Observes a request for logs, metrics and traces. The host passes it with the request, and the contract layer calls it
 * at each step; without an observation, nothing is done. Its methods must not throw.
 */
export interface ExchangeObservation {
  /** Identifies the request in logs. */
  readonly requestId: string;
  /** Called with the request's operation; not called where no operation covers it. */
  found(operation: CompiledOperation): void;
  /** Called with the caller, by the first of the security schemes; undefined where none is required. */
  admitted(caller: Caller | undefined): void;
  /** Runs the handler, within any context to be active meanwhile, and returns its result. */
  handling<Result>(run: () => Result): Result;
  /** Called with the failure that the response reports, whatever its status and body are in the document. */
  failed(failure: Failure): void;
}

/** True for content in chunks. */
export function isStream(body: unknown): body is ResponseStream {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/** Handlers are typed; this is for untyped ones. @throws TypeError for a chunk that is neither text nor bytes */
export function checkedChunk(chunk: unknown): Uint8Array | string {
  if (typeof chunk === 'string' || chunk instanceof Uint8Array) return chunk;
  throw new TypeError(
    `A stream of a response gave ${typeof chunk}, which is neither text nor bytes`,
  );
}

/** Content that a handler may produce in chunks or items. */
export type AnyIterable = AsyncIterable<unknown> | Iterable<unknown>;
export type AnyIterator = AsyncIterator<unknown> | Iterator<unknown>;

/** True for values with items; text and bytes have none. */
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
 * Releases a stream that is not read to its end, and ignores its errors.
 *
 * @param iterator the iterator in use
 */
export async function cancelStream(
  stream: AnyIterable,
  iterator: AnyIterator = iteratorOf(stream),
): Promise<void> {
  try {
    // Node streams hold their source until they are destroyed, even while a chunk is awaited.
    if (stream instanceof Readable) stream.destroy();
    await iterator.return?.();
  } catch {
    // The response does not depend on it.
  }
}
