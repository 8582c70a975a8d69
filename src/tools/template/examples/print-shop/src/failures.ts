import { Failure, type FailureKind } from 'openapi-trellis/contract';

/** Kinds of failures, by their natural status. */
const KINDS = {
  noSuchJob: { status: 404, description: 'There is no job of this id' },
  onThePress: { status: 409, description: 'The job is on the press' },
} as const satisfies Record<string, FailureKind>;

export const noSuchJob = (id: string): Failure<404> =>
  new Failure(KINDS.noSuchJob, `There is no job ${id}`);

export const onThePress = (id: string): Failure<409> =>
  new Failure(KINDS.onThePress, `Job ${id} is being printed; delete it when it is printed`);
