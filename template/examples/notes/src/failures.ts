import { Failure } from 'plant-store/contract';

/** A kind of failure, by its natural status. */
const NO_SUCH_NOTE = { status: 404, description: 'There is no note of this id' } as const;

export const noSuchNote = (id: number): Failure<404> =>
  new Failure(NO_SUCH_NOTE, `There is no note ${id}`);
