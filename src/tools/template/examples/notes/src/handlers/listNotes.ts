import type { Handler, Response } from '../handler.js';

/** GET /notes: List notes, the oldest first */
export const listNotes: Handler<'listNotes'> = async (
  { query: { after, limit } },
  { dependencies },
): Promise<Response<'listNotes'>> => {
  // One note more says whether another page follows.
  const found = dependencies.notes.page(after, limit + 1);
  const body = found.slice(0, limit);
  const last = body.at(-1);
  if (last === undefined || body.length === found.length) return { status: 200, body };
  const next = `/notes?after=${last.id}&limit=${limit}`;
  return { status: 200, headers: { Link: `<${next}>; rel="next"` }, body };
};
