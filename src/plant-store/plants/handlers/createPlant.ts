import { Failure } from 'openapi-trellis/contract';
import { type Handler, plantFailureKinds, type Response } from '../handler';

/** Adds a plant. Repeating the same plant succeeds; the same id with other content fails. */
export const createPlant: Handler<'createPlant'> = async (
  { body },
  { dependencies },
): Promise<Response<'createPlant'>> => {
  const verdict = await dependencies.plants.create(body);
  if (verdict === 'taken') {
    const message = `The id ${body.id} belongs to another plant; choose another id`;
    return new Failure(plantFailureKinds.idTaken, message);
  }
  return { status: 200, body };
};
