import { noSuchNote } from '../failures.js';
import type { Handler, Response } from '../handler.js';

/** GET /notes/{id}: Read a note */
export const getNote: Handler<'getNote'> = async (
  { path },
  { dependencies },
): Promise<Response<'getNote'>> => {
  const note = dependencies.notes.get(path.id);
  return note === undefined ? noSuchNote(path.id) : { status: 200, body: note };
};
