import { Failure, failureKinds } from 'openapi-trellis/contract';
import type { Handler, Response } from '../handler.js';

/** PUT /notes/{id}: Change a note */
export const replaceNote: Handler<'replaceNote'> = async (
  { path, body },
  { dependencies },
): Promise<Response<'replaceNote'>> => {
  const note = dependencies.notes.replace(path.id, body.text);
  if (note === undefined) return new Failure(failureKinds.notFound, `There is no note ${path.id}`);
  return { status: 200, body: note };
};
