import { noSuchNote } from '../failures.js';
import type { Handler, Response } from '../handler.js';

/** PUT /notes/{id}: Change a note */
export const replaceNote: Handler<'replaceNote'> = async (
  { path, body },
  { dependencies },
): Promise<Response<'replaceNote'>> => {
  const note = dependencies.notes.replace(path.id, body.text);
  return note === undefined ? noSuchNote(path.id) : { status: 200, body: note };
};
