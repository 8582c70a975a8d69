import { tmpdir } from 'node:os';
import { UnfinishedBodies } from './unfinished-bodies';
import { UnsentResponses } from './unsent-responses';
import { removeLeftUploads } from './upload-file';

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

/** Time for a handler to end its stream itself after `closing`, in milliseconds. */
export const LAST_WORDS_MS = 100;

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
 * `createHttpServer`, or to `fetchHandler`.
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
