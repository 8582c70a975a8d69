import type { Handler, Response } from '../handler.js';
import { noSuchJob } from '../failures.js';

/** GET /jobs/{jobId}/events: Watch a job until it is printed */
export const watchJob: Handler<'watchJob'> = async (
  { path, headers: { 'Last-Event-ID': after = 0 } },
  { dependencies, principals, signal, closing },
): Promise<Response<'watchJob'>> => {
  const order = dependencies.orders.find(path.jobId, principals.customer);
  if (order === undefined) return noSuchJob(path.jobId);
  return { status: 200, body: order.watch(after, AbortSignal.any([signal, closing])) };
};
