import { Failure } from 'openapi-trellis/contract';
import type { Handler, Response } from '../handler.js';
import { matches } from '../conditions.js';
import { changedMeanwhile, noSuchJob, onThePress, shopFailures } from '../failures.js';

/** PATCH /jobs/{jobId}: Change a job that is not printed yet */
export const changeJob: Handler<'changeJob'> = async (
  { path, headers: { 'If-Match': ifMatch }, body },
  { dependencies, principals },
): Promise<Response<'changeJob'>> => {
  const order = dependencies.orders.find(path.jobId, principals.customer);
  if (order === undefined) return noSuchJob(path.jobId);
  if (ifMatch === undefined) {
    return new Failure(shopFailures.notConditional, `Send If-Match: ${order.tag}`);
  }
  if (!matches(ifMatch, order.tag)) return changedMeanwhile(order.tag);
  if (!order.isWaiting) return onThePress(path.jobId);
  order.change(body);
  return { status: 200, headers: { ETag: order.tag }, body: order.job };
};
