import type { Handler, Response } from '../handler.js';
import { noSuchJob } from '../failures.js';

/** POST /jobs/{jobId}/proofs: Show the customer how a page will look */
export const addProof: Handler<'addProof'> = async (
  { path, body: { scan, remark } },
  { dependencies },
): Promise<Response<'addProof'>> => {
  const order = dependencies.orders.find(path.jobId, undefined);
  if (order === undefined) return noSuchJob(path.jobId);
  const proof = { page: remark.page, text: remark.text, bytes: scan.size };
  order.tell('proofAdded', proof);
  return { status: 201, body: proof };
};
