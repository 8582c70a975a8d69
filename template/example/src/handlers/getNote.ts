import { Failure } from 'plant-store/contract';
import type { Handler, Response } from '../handler.js';

/** A kind of failure, by its natural status. */
const NO_SUCH_NOTE = { status: 404, description: 'There is no note of this id' } as const;

/** GET /notes/{id}: Read a note */
export const getNote: Handler<'getNote'> = async (
  { path },
  { dependencies },
): Promise<Response<'getNote'>> => {
  const note = dependencies.notes.get(path.id);
  if (note === undefined) return new Failure(NO_SUCH_NOTE, `There is no note ${path.id}`);
  return { status: 200, body: note };
};
