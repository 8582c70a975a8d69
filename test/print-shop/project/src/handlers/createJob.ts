import type { Handler, Response } from '../handler.js';

/** POST /jobs: Order a job */
export const createJob: Handler<'createJob'> = async (
  { body },
  { dependencies: { orders, prices }, principals },
): Promise<Response<'createJob'>> => {
  const { job, tag } = orders.add({
    ...body,
    customer: principals.customer.name,
    state: 'waiting',
    price: prices.priceOf(body.product),
  });
  return { status: 201, headers: { ETag: tag, Location: `/jobs/${job.id}` }, body: job };
};
