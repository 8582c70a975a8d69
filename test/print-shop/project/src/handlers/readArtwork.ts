import { Failure } from 'openapi-trellis/contract';
import type { Handler, Response } from '../handler.js';
import { entityTagOf } from '../conditions.js';
import { noSuchJob, shopFailures } from '../failures.js';

/** GET /jobs/{jobId}/artwork: Download what is to be printed */
export const readArtwork: Handler<'readArtwork'> = async (
  { path },
  { dependencies, principals },
): Promise<Response<'readArtwork'>> => {
  const order = dependencies.orders.find(path.jobId, principals.customer);
  if (order === undefined) return noSuchJob(path.jobId);
  const { artwork } = order;
  if (artwork === undefined) return new Failure(shopFailures.noArtwork, 'Upload the artwork first');
  return { status: 200, headers: { ETag: entityTagOf(artwork) }, body: artwork };
};
