import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two looks at a condition. */
const LOOK_MS = 5;

/** What had to happen did not in time. */
export class OverdueError extends Error {
  override readonly name = 'OverdueError';
}

/** The error of what does not happen within a time. */
function overdue(what: string, limitMs: number): OverdueError {
  return new OverdueError(`${what} takes longer than ${limitMs / 1_000} s`);
}

/**
 * Waits for a promise, but not for ever.
 *
 * @param what is awaited, for the message
 * @throws OverdueError when the time is over; what the promise is rejected with
 */
export async function within<T>(limitMs: number, what: string, promise: Promise<T>): Promise<T> {
  const ending = new AbortController();
  const limit = sleep(limitMs, undefined, { signal: ending.signal }).then(
    () => {
      throw overdue(what, limitMs);
    },
    () => new Promise<never>(() => undefined),
  );
  try {
    return await Promise.race([promise, limit]);
  } finally {
    ending.abort();
  }
}

/**
 * Waits until a condition holds, and gives what it returns then.
 *
 * @throws OverdueError when the time is over; what `look` throws
 */
export async function until<T>(
  limitMs: number,
  what: string,
  look: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw overdue(what, limitMs);
    await sleep(LOOK_MS);
  }
}
