import { setTimeout as sleep } from 'node:timers/promises';
import { UnavailableError } from '../../../contract/failure';

/** Pauses before each further try, in seconds: about a minute in all. */
export const RETRY_PAUSES_S: readonly number[] = [1, 2, 4, 8, 16, 30];

export interface RetryOptions {
  readonly pausesS?: readonly number[];
  /** Told before each pause. */
  readonly onPause: (error: UnavailableError, pauseS: number) => void;
  /** Ends a pause, and with it the tries. */
  readonly signal: AbortSignal;
}

/**
 * Does something again while what it needs is away.
 *
 * @throws UnavailableError of the last try; any other error at once
 */
export async function retryWhileUnavailable<T>(
  work: () => Promise<T>,
  { pausesS = RETRY_PAUSES_S, onPause, signal }: RetryOptions,
): Promise<T> {
  for (const pauseS of pausesS) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UnavailableError) || signal.aborted) throw error;
      onPause(error, pauseS);
      await sleep(pauseS * 1_000, undefined, { signal }).catch(() => {
        throw error;
      });
    }
  }
  return work();
}
