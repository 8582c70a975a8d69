import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { type ExchangeObservation, type Failure, responseHeaders } from '../contract';
import type { RequestHandler } from './app';
import { UnfinishedBodies } from './bodies/unfinished-bodies';
import { removeLeftUploads } from './bodies/upload-file';
import { UnsentResponses } from './connections/unsent-responses';

/**
 * Whether a server is closing. It notifies open-ended streams when shutdown starts or when their service is replaced.
 * It is not an AbortSignal because Node warns of a leak at more than ten listeners; the signals for handlers belong to
 * one request each.
 *
 * @example
 * ```ts
 * import { Closing, createServing } from 'openapi-trellis/express';
 *
 * const closing = new Closing();
 * export const serving = createServing({ closing });
 * process.once('SIGTERM', () => {
 *   closing.begin();
 * });
 * ```
 */
export class Closing {
  private readonly listeners = new Set<() => void>();
  private isBegun = false;
  private isNotified = false;

  /** True once the server is closing: connections end with their response. */
  get hasBegun(): boolean {
    return this.isBegun;
  }

  /** Begins to close; has no effect after the first call. */
  begin(): void {
    if (this.isBegun) return;
    this.isBegun = true;
    this.notify();
  }

  /**
   * Ends open-ended streams, present and future ones, while connections are kept.
   *
   * @returns whether there were any
   */
  endStreams(): boolean {
    const hasListeners = this.listeners.size > 0;
    this.notify();
    return hasListeners;
  }

  /** Calls a function when streams must end, at once if they must already. @returns a function that removes it */
  onBegin(listener: () => void): () => void {
    if (this.isNotified) listener();
    else this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private notify(): void {
    this.isNotified = true;
    for (const listener of this.listeners) listener();
    this.listeners.clear();
  }
}

/** Header fields, by their names as registered. */
export type DefaultHeaders = Readonly<Record<string, string>>;

/** The state that the handlers and the server of a service share: its bounds, and whether it is closing. */
export interface Serving {
  readonly unfinishedBodies: UnfinishedBodies;
  readonly unsentResponses: UnsentResponses;
  /** Header fields added to every response that lacks them. */
  readonly defaultHeaders: DefaultHeaders;
  readonly closing: Closing;
  /** The folder for files of large forms until their response has been sent. */
  readonly uploadFolder: string;
}

/** Limits that a service may set, each with a default. */
export interface ServingOptions {
  /**
   * Time in which a client must take some of its response, in milliseconds; after it, the connection is cut. By default
   * 30,000, more than any waiting client needs for 64 KiB.
   */
  readonly responseTimeoutMs?: number;
  /**
   * Bytes that bodies may take together, decoded, until their responses; by default 64 MiB, enough for 4,000 incomplete
   * ones, or 60 of a megabyte, at the same time. Beyond it, requests get 503.
   */
  readonly maxUnfinishedBytes?: number;
  /** The folder for files of large forms; by default the system's temporary folder, or TMPDIR. */
  readonly uploadFolder?: string;
  /** Call its `begin` when the server is to close; by default nothing does. */
  readonly closing?: Closing;
  /** Header fields added to every response that lacks them; by default none. */
  readonly defaultHeaders?: DefaultHeaders;
}

const RESPONSE_TIMEOUT_MS = 30_000;
const MAX_UNFINISHED_BYTES = 64 * 1_048_576;

/** Upload folders where this process has removed what others left. */
const cleared = new Set<string>();

/** Bytes kept of responses that clients do not take, for all connections together. */
const MAX_UNSENT_BYTES = 64 * 1_048_576;

/**
 * Creates the state that the handlers and the server of one service share: pass it to `contractHandler` and to
 * `createHttpServer`.
 *
 * @example
 * ```ts
 * import { createServing } from 'openapi-trellis/express';
 *
 * export const serving = createServing({
 *   responseTimeoutMs: 10_000,
 *   defaultHeaders: { 'X-Content-Type-Options': 'nosniff' },
 * });
 * ```
 */
export function createServing(options: ServingOptions = {}): Serving {
  const { responseTimeoutMs = RESPONSE_TIMEOUT_MS } = options;
  const { maxUnfinishedBytes = MAX_UNFINISHED_BYTES, uploadFolder = tmpdir() } = options;
  if (!cleared.has(uploadFolder)) void removeLeftUploads(uploadFolder);
  cleared.add(uploadFolder);
  return {
    unfinishedBodies: new UnfinishedBodies(maxUnfinishedBytes),
    unsentResponses: new UnsentResponses(responseTimeoutMs, MAX_UNSENT_BYTES),
    defaultHeaders: options.defaultHeaders ?? {},
    closing: options.closing ?? new Closing(),
    uploadFolder,
  };
}

/** Observes one request from its headers to the end of its response. Its methods must not throw. */
export interface RequestObservation extends ExchangeObservation {
  /** Called with the number of bytes of the response's content; not called for a stream. */
  sized(contentBytes: number): void;
  /**
   * Called once for each request, when the response was passed to the system, a stream with its last chunk, or when
   * nobody takes the rest.
   *
   * @param status the status sent; undefined when none was
   * @param isComplete false when the client disconnected, or was cut, before the end
   */
  ended(status: number | undefined, isComplete: boolean): void;
}

/**
 * Observes the requests of a server, for logs, metrics and traces.
 *
 * @example
 * ```ts
 * import { randomUUID } from 'node:crypto';
 * import type { RequestObserver } from 'openapi-trellis/express';
 *
 * export const observer: RequestObserver = {
 *   begin: ({ method }) => ({
 *     requestId: randomUUID(),
 *     found: () => undefined,
 *     admitted: () => undefined,
 *     handling: (run) => run(),
 *     failed: () => undefined,
 *     sized: () => undefined,
 *     ended: (status) => {
 *       console.log(method, status);
 *     },
 *   }),
 *   refused: () => randomUUID(),
 * };
 * ```
 */
export interface RequestObserver {
  /** Called when the headers of a request have arrived, and the requests before it on its connection have responses. */
  begin(message: IncomingMessage): RequestObservation;
  /**
   * Called with the failure of a request that cannot be served, such as malformed HTTP.
   *
   * @returns its ID in logs
   */
  refused(failure: Failure): string;
}

/** The property of a message that holds its observation, which is faster than a map of messages. */
const OBSERVATION = Symbol('observation');

type ObservedMessage = IncomingMessage & { [OBSERVATION]?: RequestObservation };

export function observationOf(message: ObservedMessage): RequestObservation | undefined {
  return message[OBSERVATION];
}

/** Observes a request until its response has ended. */
export function observe(
  observer: RequestObserver,
  message: ObservedMessage,
  response: ServerResponse,
): void {
  message[OBSERVATION] = observer.begin(message);
  // One function for all responses, which close only once.
  response.on('close', end);
}

function end(this: ServerResponse): void {
  const { headersSent, statusCode, writableFinished } = this;
  observationOf(this.req)?.ended(headersSent ? statusCode : undefined, writableFinished);
}

/**
 * Middleware that adds the request's ID to the responses of handlers after it. Responses of this folder have it anyway;
 * the middleware would cost them a microsecond.
 */
export const nameResponses: RequestHandler = (message, response, next) => {
  const observation = observationOf(message);
  if (observation !== undefined) {
    response.setHeader(responseHeaders.requestId, observation.requestId);
  }
  next();
};
