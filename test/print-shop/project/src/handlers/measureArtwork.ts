import { Failure } from 'openapi-trellis/contract';
import type { Handler, Response } from '../handler.js';
import { entityTagOf } from '../conditions.js';
import { noSuchJob, shopFailures } from '../failures.js';

/** HEAD /jobs/{jobId}/artwork: See how large the file is */
export const measureArtwork: Handler<'measureArtwork'> = async (
  { path },
  { dependencies, principals },
): Promise<Response<'measureArtwork'>> => {
  const order = dependencies.orders.find(path.jobId, principals.customer);
  if (order === undefined) return noSuchJob(path.jobId);
  const { artwork } = order;
  if (artwork === undefined) return new Failure(shopFailures.noArtwork, 'Upload the artwork first');
  const headers = { ETag: entityTagOf(artwork), 'Content-Length': artwork.byteLength };
  return { status: 200, headers };
};
