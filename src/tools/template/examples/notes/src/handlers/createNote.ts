import type { Handler, Response } from '../handler.js';

/** POST /notes: Keep a note */
export const createNote: Handler<'createNote'> = async (
  { body },
  { dependencies },
): Promise<Response<'createNote'>> => {
  const note = dependencies.notes.add(body.text);
  return { status: 201, headers: { Location: `/notes/${note.id}` }, body: note };
};
