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

/** True when no further request can be served soon. */
export function isOverloaded({ room, isMany, waitMs }: Load): boolean {
  return room <= 0 || (isMany && waitMs > MAX_WAIT_MS);
}
