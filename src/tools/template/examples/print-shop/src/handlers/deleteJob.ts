import { noSuchJob, onThePress } from '../failures.js';
import type { Handler, Response } from '../handler.js';

/** DELETE /jobs/{id}: Delete a job that is not on the press */
export const deleteJob: Handler<'deleteJob'> = async (
  { path },
  { dependencies },
): Promise<Response<'deleteJob'>> => {
  const job = dependencies.shop.get(path.id);
  if (job === undefined) return noSuchJob(path.id);
  if (job.state === 'printing') return onThePress(path.id);
  dependencies.shop.delete(path.id);
  return { status: 204 };
};
