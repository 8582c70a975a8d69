import { noSuchJob } from '../failures.js';
import type { Handler, Response } from '../handler.js';

/** GET /jobs/{id}: Read the state of a job */
export const getJob: Handler<'getJob'> = async (
  { path },
  { dependencies },
): Promise<Response<'getJob'>> => {
  const job = dependencies.shop.get(path.id);
  if (job === undefined) return noSuchJob(path.id);
  const headers = job.state === 'printed' ? {} : { 'Retry-After': 1 };
  return { status: 200, headers, body: job };
};
