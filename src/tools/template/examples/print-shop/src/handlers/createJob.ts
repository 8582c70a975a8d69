import type { Handler, Response } from '../handler.js';

/** POST /jobs: Upload a file to be printed */
export const createJob: Handler<'createJob'> = async (
  { body: { file, copies } },
  { dependencies },
): Promise<Response<'createJob'>> => {
  // A file can be read until the response is sent, and is printed later.
  const job = dependencies.shop.add(new Uint8Array(await file.arrayBuffer()), copies);
  return { status: 202, headers: { Location: `/jobs/${job.id}` }, body: job };
};
