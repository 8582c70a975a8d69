import type { Handler, Response } from '../handler.js';
import { hasAlready } from '../conditions.js';
import { noSuchJob } from '../failures.js';

/** GET /jobs/{jobId}: Read a job */
export const readJob: Handler<'readJob'> = async (
  { path, headers },
  { dependencies, principals },
): Promise<Response<'readJob'>> => {
  const order = dependencies.orders.find(path.jobId, principals.customer);
  if (order === undefined) return noSuchJob(path.jobId);
  const { job, tag } = order;
  if (hasAlready(headers['If-None-Match'], tag)) return { status: 304, headers: { ETag: tag } };
  return { status: 200, headers: { ETag: tag }, body: job };
};
