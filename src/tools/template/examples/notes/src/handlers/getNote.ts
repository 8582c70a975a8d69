import { Failure, failureKinds } from 'openapi-trellis/contract';
import type { Handler, Response } from '../handler.js';

/** GET /notes/{id}: Read a note */
export const getNote: Handler<'getNote'> = async (
  { path },
  { dependencies },
): Promise<Response<'getNote'>> => {
  const note = dependencies.notes.get(path.id);
  if (note === undefined) return new Failure(failureKinds.notFound, `There is no note ${path.id}`);
  return { status: 200, body: note };
};
