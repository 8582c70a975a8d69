import { UnavailableError } from '../contract';
import type { Log } from './log';

/** Milliseconds between two lines about a fault that every request meets, which keeps it from filling the disk. */
const QUIET_MS = 10_000;

/**
 * Makes the function that logs faults of the service. Each fault is one line, except while a dependency is unavailable
 * and each request meets the same fault: then lines are throttled, and each counts those left out before it.
 *
 * @param now the current time in milliseconds; by default a monotonic clock
 */
export function createFaultLog(
  log: Log,
  now = () => performance.now(),
): (error: unknown, operationId?: string, requestId?: string) => void {
  let nextAt = -Infinity;
  let leftOut = 0;
  return (err, operationId, requestId) => {
    const fault = { err, operationId, requestId };
    if (!(err instanceof UnavailableError)) {
      log.error(fault, 'a request failed because of a fault of the service');
      return;
    }
    const present = now();
    if (present < nextAt) {
      leftOut++;
      return;
    }
    log.error({ ...fault, leftOut }, 'the service is unavailable for now');
    nextAt = present + QUIET_MS;
    leftOut = 0;
  };
}
