import { noSuchNote } from '../failures.js';
import type { Handler, Response } from '../handler.js';

/** DELETE /notes/{id}: Delete a note */
export const deleteNote: Handler<'deleteNote'> = async (
  { path },
  { dependencies },
): Promise<Response<'deleteNote'>> => {
  return dependencies.notes.delete(path.id) ? { status: 204 } : noSuchNote(path.id);
};
