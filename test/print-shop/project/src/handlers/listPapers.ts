import type { Handler, Response } from '../handler.js';
import { entityTagOf, hasAlready } from '../conditions.js';
import { PAPERS } from '../shop/papers.js';

/** GET /papers: List the papers in stock */
export const listPapers: Handler<'listPapers'> = async ({
  query: { finishes, weight: { min = 0, max = Infinity } = {} },
  headers,
}): Promise<Response<'listPapers'>> => {
  const papers = PAPERS.filter(
    ({ finish, weight }) => (finishes?.includes(finish) ?? true) && weight >= min && weight <= max,
  );
  const ETag = entityTagOf(JSON.stringify(papers));
  if (hasAlready(headers['If-None-Match'], ETag)) return { status: 304, headers: { ETag } };
  return { status: 200, headers: { ETag }, body: papers };
};
