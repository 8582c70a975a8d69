import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two looks at a condition. */
const LOOK_MS = 5;

/** Something did not happen in time. */
export class OverdueError extends Error {
  constructor(what: string, limitMs: number) {
    super(`${what} takes longer than ${limitMs / 1_000} s`);
  }
}

/**
 * Waits for a promise with a limit.
 *
 * @param what is awaited, for the message
 * @throws OverdueError when the time is over; what the promise is rejected with
 */
export async function within<T>(limitMs: number, what: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new OverdueError(what, limitMs));
    }, limitMs);
  });
  return Promise.race([promise, limit]).finally(() => {
    clearTimeout(timer);
  });
}

/**
 * Polls a condition, and returns what it gives once that is not undefined.
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
    if (Date.now() > deadline) throw new OverdueError(what, limitMs);
    await sleep(LOOK_MS);
  }
}
