import { Failure } from '../../contract';
import { plantFailureKinds } from '../failures';
import type { PlantHandler } from '../handler';

/** Adds a plant; the same plant again is no error, the same id with other content is. */
export const createPlant: PlantHandler<'createPlant'> = async ({ body }, { dependencies }) => {
  const verdict = await dependencies.plants.create(body);
  if (verdict === 'taken') {
    const message = `The id ${body.id} belongs to another plant; choose another id`;
    return new Failure(plantFailureKinds.idTaken, message);
  }
  return { status: 200, body };
};
