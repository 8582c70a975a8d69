import type { Handler, Response } from '../handler.js';
import { matches } from '../conditions.js';
import { changedMeanwhile, noSuchJob, onThePress } from '../failures.js';

/** DELETE /jobs/{jobId}: Call off a job that is not printed yet */
export const removeJob: Handler<'removeJob'> = async (
  { path, headers: { 'If-Match': ifMatch = '*' } },
  { dependencies, principals },
): Promise<Response<'removeJob'>> => {
  const order = dependencies.orders.find(path.jobId, principals.customer);
  if (order === undefined) return noSuchJob(path.jobId);
  if (!matches(ifMatch, order.tag)) return changedMeanwhile(order.tag);
  if (!order.isWaiting) return onThePress(path.jobId);
  dependencies.orders.remove(order);
  return { status: 204 };
};
