import { noSuchJob } from '../failures.js';
import type { Handler, Response } from '../handler.js';

/** GET /jobs/{id}/file: Download what is printed */
export const getFile: Handler<'getFile'> = async (
  { path },
  { dependencies },
): Promise<Response<'getFile'>> => {
  const file = dependencies.shop.file(path.id);
  return file === undefined ? noSuchJob(path.id) : { status: 200, body: file };
};
