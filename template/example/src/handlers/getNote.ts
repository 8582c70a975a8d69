import { Failure } from 'plant-store/contract';
import type { Handler, Response } from '../handler';

/** A kind of failure: its natural status, and a number of its own. */
const NO_SUCH_NOTE = {
  status: 404,
  number: 40402,
  description: 'There is no note of this id',
} as const;

/** GET /notes/{id}: Read a note */
export const getNote: Handler<'getNote'> = async (
  { path },
  { dependencies },
): Promise<Response<'getNote'>> => {
  const note = dependencies.notes.get(path.id);
  if (note === undefined) return new Failure(NO_SUCH_NOTE, `There is no note ${path.id}`);
  return { status: 200, body: note };
};
