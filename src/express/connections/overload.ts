import type { LoopUsage } from './loop-usage';

/** Whether the event loop has time left. */
type Loop = Pick<LoopUsage, 'isSaturated'>;

/** How busy what is behind a server is. */
export interface Load {
  /** Requests that may still be taken; 0 or less when there is no room. */
  readonly room: number;
  /** False while so few are pending that a long wait is that of single requests, and no overload. */
  readonly isMany: boolean;
  /** For how long the oldest has waited for what all of them need, such as a commit, in milliseconds. */
  readonly waitMs: number;
}

/** Milliseconds that the oldest request may have waited for what all need. */
const MAX_WAIT_MS = 100;

/** What a connection has sent ahead. */
export interface Backlog {
  /** Requests that wait for their turn. */
  readonly requests: number;
  /** Bytes that have arrived and are not parsed yet. */
  readonly bytes: number;
  /** For how long the oldest of it has waited, in milliseconds. */
  ageMs(): number;
}

/** How much a connection may be behind, and for how long, in milliseconds. */
interface Patience {
  readonly requests: number;
  readonly bytes: number;
  readonly ms: number;
}

/** Some 64 requests either way, for as long as nobody calls slow, while the event loop has no time left. */
const SATURATED: Patience = { requests: 64, bytes: 16_384, ms: 200 };

/** While it has: whoever waits for the store alone keeps nobody else waiting, but is not to wait for ever. */
const USUAL: Patience = { ...SATURATED, ms: 2_000 };

/** While many requests are pending, so that those of all connections are served soon or not at all. */
const UNDER_LOAD: Patience = { requests: 8, bytes: 2_048, ms: 100 };

/** True when no further request can be served soon. */
export function isOverloaded({ room, isMany, waitMs }: Load): boolean {
  return room <= 0 || (isMany && waitMs > MAX_WAIT_MS);
}

/**
 * True for a connection whose requests come so much faster than they can be served that most of them are late.
 * To parse a request and to refuse it costs half of what it costs to serve it; so a connection like this is
 * closed, and what it has sent is dropped without being parsed.
 */
export function isFarBehind({ isMany }: Load, backlog: Backlog, loop: Loop): boolean {
  const { requests, bytes } = isMany ? UNDER_LOAD : USUAL;
  if (backlog.requests < requests && backlog.bytes < bytes) return false;
  return backlog.ageMs() > patienceOf(isMany, loop).ms;
}

function patienceOf(isMany: boolean, loop: Loop): Patience {
  if (isMany) return UNDER_LOAD;
  return loop.isSaturated ? SATURATED : USUAL;
}
