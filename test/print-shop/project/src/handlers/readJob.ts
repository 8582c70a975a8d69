import type { Handler, Response } from '../../generated/operations';
import { hasAlready } from '../conditions';
import type { Dependencies } from '../dependencies';
import { noSuchJob } from '../failures';

/** GET /jobs/{jobId}: Read a job */
export const readJob: Handler<'readJob', Dependencies> = async (
  { path, headers },
  { dependencies, principals },
): Promise<Response<'readJob'>> => {
  const order = dependencies.orders.find(path.jobId, principals.customer);
  if (order === undefined) return noSuchJob(path.jobId);
  const { job, tag } = order;
  if (hasAlready(headers['If-None-Match'], tag)) return { status: 304, headers: { ETag: tag } };
  return { status: 200, headers: { ETag: tag }, body: job };
};
