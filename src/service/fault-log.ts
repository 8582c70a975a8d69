import { UnavailableError } from '../contract';
import type { Log } from './log';

/** Milliseconds between two lines of the log about what every request meets: it is not to fill the disk. */
const QUIET_MS = 10_000;

/**
 * Makes what is told of each fault of the service. Every fault is a line of the log, except while
 * something is away, when each request meets the same: then it is one line now and again, which counts
 * those before it that were left out.
 *
 * @param now the present moment in milliseconds; by default a clock that is never set
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
