import type { Handler, Response } from '../handler.js';
import { noSuchJob } from '../failures.js';

/**
 * GET /jobs/{jobId}/state: Read the state of a job
 * @deprecated
 * @description Read the job, or watch it.
 */
export const readState: Handler<'readState'> = async (
  { path },
  { dependencies, principals },
): Promise<Response<'readState'>> => {
  const order = dependencies.orders.find(path.jobId, principals.customer);
  return order === undefined ? noSuchJob(path.jobId) : { status: 200, body: order.job.state };
};
