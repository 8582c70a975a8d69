import { Failure, failureKinds } from 'openapi-trellis/contract';
import type { Handler, Response } from '../handler.js';
import { noSuchJob } from '../failures.js';

/** POST /jobs/{jobId}/reprint: Order a job once more */
export const reprintJob: Handler<'reprintJob'> = async (
  { path },
  { dependencies, principals },
): Promise<Response<'reprintJob'>> =>
  dependencies.orders.find(path.jobId, principals.customer) === undefined
    ? noSuchJob(path.jobId)
    : new Failure(failureKinds.notImplemented, 'Ask for reprints at the counter');
