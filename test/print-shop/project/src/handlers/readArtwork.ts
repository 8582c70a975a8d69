import { Failure } from 'plant-store/contract';
import type { Handler, Response } from '../handler';
import { entityTagOf } from '../conditions';
import { noSuchJob, shopFailures } from '../failures';

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
