import { Failure } from 'openapi-trellis/contract';
import type { Handler, Response } from '../handler.js';
import { shopFailures } from '../failures.js';

/** PUT /prices: Replace the price list */
export const importPrices: Handler<'importPrices'> = async (
  { body },
  { dependencies },
): Promise<Response<'importPrices'>> => {
  const faults = dependencies.prices.replace(body);
  if (faults.length === 0) return { status: 204 };
  return new Failure(shopFailures.faultyPrices, 'The prices are as they were', {
    faults: faults.map((message) => ({ message, in: 'body' })),
  });
};
