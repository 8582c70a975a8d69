import { UnavailableError } from '../contract';
import type { Log } from '../log';
import { seldom } from './seldom';

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
  const sayUnavailable = seldom<object>((fault, leftOut) => {
    log.error({ ...fault, leftOut }, 'the service is unavailable for now');
  }, now);
  return (err, operationId, requestId) => {
    const fault = { err, operationId, requestId };
    if (err instanceof UnavailableError) sayUnavailable(fault);
    else log.error(fault, 'a request failed because of a fault of the service');
  };
}
