import { UnfinishedBodies } from './bodies/unfinished-bodies';
import { Closing } from './closing';
import { UnsentResponses } from './connections/unsent-responses';
import type { DefaultHeaders } from './default-headers';

/** What the handlers and the server of one service share: its bounds, and whether it is closing. */
export interface Serving {
  readonly unfinishedBodies: UnfinishedBodies;
  readonly unsentResponses: UnsentResponses;
  /** Header fields of every response that has no others of the same names. */
  readonly defaultHeaders: DefaultHeaders;
  readonly closing: Closing;
}

/** Bounds that a service may set, each with a default. */
export interface ServingOptions {
  /**
   * Time in which a client must take some of its response, in milliseconds; after it, the connection is
   * cut. Half a minute for 64 KiB is less than any client needs that still waits.
   */
  readonly responseTimeoutMs?: number;
  /**
   * Bytes that bodies which have not arrived as a whole may take together; 64 MiB, which are 4,000
   * requests, or 60 bodies of a megabyte, at the same time.
   */
  readonly maxUnfinishedBytes?: number;
  /** Begun when the server is to close; by default it never is. */
  readonly closing?: Closing;
  /** By default none. */
  readonly defaultHeaders?: DefaultHeaders;
}

const RESPONSE_TIMEOUT_MS = 30_000;
const MAX_UNFINISHED_BYTES = 64 * 1_048_576;

/** Bytes of responses that are kept for clients which do not take them, of all connections together. */
const MAX_UNSENT_BYTES = 64 * 1_048_576;

/** Makes what the handlers and the server of one service share. */
export function createServing(options: ServingOptions = {}): Serving {
  const { responseTimeoutMs = RESPONSE_TIMEOUT_MS } = options;
  const { maxUnfinishedBytes = MAX_UNFINISHED_BYTES } = options;
  return {
    unfinishedBodies: new UnfinishedBodies(maxUnfinishedBytes),
    unsentResponses: new UnsentResponses(responseTimeoutMs, MAX_UNSENT_BYTES),
    defaultHeaders: options.defaultHeaders ?? {},
    closing: options.closing ?? new Closing(),
  };
}
