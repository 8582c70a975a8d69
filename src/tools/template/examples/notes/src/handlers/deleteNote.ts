import { Failure, failureKinds } from 'openapi-trellis/contract';
import type { Handler, Response } from '../handler.js';

/** DELETE /notes/{id}: Delete a note */
export const deleteNote: Handler<'deleteNote'> = async (
  { path },
  { dependencies },
): Promise<Response<'deleteNote'>> => {
  if (dependencies.notes.delete(path.id)) return { status: 204 };
  return new Failure(failureKinds.notFound, `There is no note ${path.id}`);
};
