import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { type ExchangeObservation, type Failure, responseHeaders } from '../contract';
import type { RequestHandler } from './app';
import { UnfinishedBodies } from './bodies/unfinished-bodies';
import { UnsentResponses } from './connections/unsent-responses';

/**
 * Whether a server is closing. It notifies open-ended streams when shutdown starts, or when their service is
 * replaced and the server goes on. It is no AbortSignal because Node takes more than ten listeners of one for a
 * leak; the signals that handlers get are of one request.
 *
 * @example
 * ```ts
 * import { Closing, createServing } from 'plant-store/express';
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

  /** Begins to close; harmless when it has begun. */
  begin(): void {
    if (this.isBegun) return;
    this.isBegun = true;
    this.notify();
  }

  /**
   * Ends open-ended streams, now and from now on, while connections are kept.
   *
   * @returns whether there were any
   */
  endStreams(): boolean {
    const hasListeners = this.listeners.size > 0;
    this.notify();
    return hasListeners;
  }

  /** Calls a function when it is time to end, at once if it is. @returns a function that removes it */
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
  /** Header fields of every response that has no others of the same names. */
  readonly defaultHeaders: DefaultHeaders;
  readonly closing: Closing;
  /** Where the files of large forms are until their response has been sent. */
  readonly uploadFolder: string;
}

/** Bounds that a service may set, each with a default. */
export interface ServingOptions {
  /**
   * Time in which a client must take some of its response, in milliseconds; after it, the connection is
   * cut. By default 30,000, which for 64 KiB is more than any client needs that still waits.
   */
  readonly responseTimeoutMs?: number;
  /**
   * Bytes that bodies which have not arrived as a whole may take together; by default 64 MiB, which are
   * 4,000 requests, or 60 bodies of a megabyte, at the same time.
   */
  readonly maxUnfinishedBytes?: number;
  /** Where the files of large forms are written; by default the folder of the system, or that of TMPDIR. */
  readonly uploadFolder?: string;
  /** Begun when the server is to close; by default it never is. */
  readonly closing?: Closing;
  /** Header fields of every response that has no others of the same names; by default none. */
  readonly defaultHeaders?: DefaultHeaders;
}

const RESPONSE_TIMEOUT_MS = 30_000;
const MAX_UNFINISHED_BYTES = 64 * 1_048_576;

/** Bytes of responses that are kept for clients which do not take them, of all connections together. */
const MAX_UNSENT_BYTES = 64 * 1_048_576;

/**
 * Makes the state that the handlers and the server of one service share: give it to `contractHandler` and to
 * `createHttpServer`.
 *
 * @example
 * ```ts
 * import { createServing } from 'plant-store/express';
 *
 * export const serving = createServing({
 *   responseTimeoutMs: 10_000,
 *   defaultHeaders: { 'X-Content-Type-Options': 'nosniff' },
 * });
 * ```
 */
export function createServing(options: ServingOptions = {}): Serving {
  const { responseTimeoutMs = RESPONSE_TIMEOUT_MS } = options;
  const { maxUnfinishedBytes = MAX_UNFINISHED_BYTES } = options;
  return {
    unfinishedBodies: new UnfinishedBodies(maxUnfinishedBytes),
    unsentResponses: new UnsentResponses(responseTimeoutMs, MAX_UNSENT_BYTES),
    defaultHeaders: options.defaultHeaders ?? {},
    closing: options.closing ?? new Closing(),
    uploadFolder: options.uploadFolder ?? tmpdir(),
  };
}

/** Observes one request from its head to the end of its response. None of its methods may throw. */
export interface RequestObservation extends ExchangeObservation {
  /** The content of the response has that many bytes; not called where it comes in pieces. */
  sized(contentBytes: number): void;
  /**
   * The response was handed to the system, a stream with its last piece; or nobody takes the rest of it.
   * Called once for each request.
   *
   * @param status the one that was sent; undefined when none was
   * @param isComplete false when the client went away, or was cut, before
   */
  ended(status: number | undefined, isComplete: boolean): void;
}

/**
 * Observes the requests of a server, for logs, metrics and traces.
 *
 * @example
 * ```ts
 * import { randomUUID } from 'node:crypto';
 * import type { RequestObserver } from 'plant-store/express';
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
  /** The head of a request has arrived, and those before it on its connection have their responses. */
  begin(message: IncomingMessage): RequestObservation;
  /**
   * Something that is no request that can be served, such as HTTP that cannot be parsed, gets this failure.
   *
   * @returns its name in logs
   */
  refused(failure: Failure): string;
}

/** Where a message has its observation, which takes less time than a map of messages. */
const OBSERVATION = Symbol('observation');

type ObservedMessage = IncomingMessage & { [OBSERVATION]?: RequestObservation };

/** The observation of a request, if it is observed. */
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
 * Middleware that has the responses of those behind it name their request. Responses of this folder do so
 * without it, for which it would take a microsecond.
 */
export const nameResponses: RequestHandler = (message, response, next) => {
  const observation = observationOf(message);
  if (observation !== undefined) {
    response.setHeader(responseHeaders.requestId, observation.requestId);
  }
  next();
};
