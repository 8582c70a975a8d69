import { randomUUID } from 'node:crypto';
import type { Handler, Response } from '../handler.js';

/** POST /notes: Keep a note */
export const createNote: Handler<'createNote'> = async (
  { body },
  { dependencies },
): Promise<Response<'createNote'>> => {
  const note = { ...body, id: randomUUID(), createdAt: new Date().toISOString() };
  dependencies.notes.set(note.id, note);
  return { status: 201, headers: { Location: `/notes/${note.id}` }, body: note };
};
