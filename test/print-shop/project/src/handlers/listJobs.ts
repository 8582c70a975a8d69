import type { Job } from '../../generated/types.js';
import type { Input, Handler, Response } from '../handler.js';

/**
 * GET /jobs: List jobs, the oldest first
 * @description Customers see their own jobs, the staff sees all.
 */
export const listJobs: Handler<'listJobs'> = async (
  { query },
  { dependencies, principals },
): Promise<Response<'listJobs'>> => {
  const { after, limit } = query;
  const found = dependencies.orders
    .all(principals.customer)
    .map(({ job }) => job)
    .filter((job) => isWanted(job, query));
  const rest = after === undefined ? found : found.filter(({ id }) => id > after);
  const jobs = rest.slice(0, limit);
  const last = jobs.at(-1);
  const next = last !== undefined && rest.length > limit ? { next: last.id } : {};
  return { status: 200, headers: { 'X-Total-Count': found.length }, body: { jobs, ...next } };
};

function isWanted({ state, dueOn }: Job, { states, due }: Input<'listJobs'>['query']): boolean {
  if (states !== undefined && !states.includes(state)) return false;
  if (due === undefined) return true;
  const { from = '', to = '9999-12-31' } = due;
  return dueOn !== undefined && dueOn >= from && dueOn <= to;
}
