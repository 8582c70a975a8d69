import { buffer } from 'node:stream/consumers';
import type { Handler, Response } from '../handler.js';
import { entityTagOf } from '../conditions.js';
import { noSuchJob, onThePress } from '../failures.js';

/** PUT /jobs/{jobId}/artwork: Upload what is to be printed */
export const putArtwork: Handler<'putArtwork'> = async (
  { path, body },
  { dependencies, principals },
): Promise<Response<'putArtwork'>> => {
  const order = dependencies.orders.find(path.jobId, principals.customer);
  if (order === undefined) return noSuchJob(path.jobId);
  const artwork = await buffer(body);
  // The press may have begun while the file arrived.
  if (!order.isWaiting) return onThePress(path.jobId);
  const headers = { ETag: entityTagOf(artwork) };
  return { status: order.putArtwork(artwork) ? 201 : 204, headers };
};
