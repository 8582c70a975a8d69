import type { Log } from '../log';

/** Milliseconds between two lines: who sends too much is not to fill the disk too. */
const QUIET_MS = 10_000;

/**
 * Makes what is told of each request that is refused because there are too many: one line now and again,
 * with how many there were since the one before.
 */
export function createOverloadLog(log: Log): () => void {
  let nextAt = -Infinity;
  let refused = 0;
  return () => {
    refused++;
    const now = performance.now();
    if (now < nextAt) return;
    log.warn({ refused }, 'requests are refused, since more arrive than can be served');
    nextAt = now + QUIET_MS;
    refused = 0;
  };
}
