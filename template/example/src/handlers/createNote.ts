import { randomUUID } from 'node:crypto';
import type { Handler } from 'plant-store/contract';
import type { Operations } from '../../generated/operations';
import type { Dependencies } from '../dependencies';

/** POST /notes: Keep a note */
export const createNote: Handler<Operations['createNote'], Dependencies> = async (
  { body },
  { dependencies },
) => {
  const note = { ...body, id: randomUUID(), createdAt: new Date().toISOString() };
  dependencies.notes.set(note.id, note);
  return { status: 201, headers: { Location: `/notes/${note.id}` }, body: note };
};
