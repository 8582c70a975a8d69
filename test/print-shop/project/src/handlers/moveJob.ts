import { Failure } from 'openapi-trellis/contract';
import type { Handler, Response } from '../handler.js';
import { noSuchJob, shopFailures } from '../failures.js';

/** PUT /jobs/{jobId}/state: Move a job to its next state */
export const moveJob: Handler<'moveJob'> = async (
  { path, body: { state } },
  { dependencies },
): Promise<Response<'moveJob'>> => {
  const order = dependencies.orders.find(path.jobId, undefined);
  if (order === undefined) return noSuchJob(path.jobId);
  const before = order.job.state;
  if (before === state || order.moveTo(state)) return { status: 204 };
  return new Failure(shopFailures.wrongMove, `No job goes from ${before} to ${state}`);
};
