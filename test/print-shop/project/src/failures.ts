import { Failure, type FailureKind } from 'openapi-trellis/contract';

/** What can go wrong in the shop, beside what every service of the contract layer refuses. */
export const shopFailures = {
  wrongPassword: {
    status: 403,
    number: 40302,
    description: 'The customer or the password is wrong',
  },
  noSuchJob: { status: 404, number: 40402, description: 'The caller has no such job' },
  noArtwork: { status: 404, number: 40403, description: 'There is no artwork yet' },
  onThePress: { status: 409, number: 40901, description: 'The job is on the press, or printed' },
  wrongMove: { status: 409, number: 40902, description: 'No job moves that way' },
  changedMeanwhile: { status: 412, number: 41201, description: 'Somebody changed the job' },
  faultyPrices: { status: 422, number: 42201, description: 'The price list has faults' },
  notConditional: { status: 428, number: 42801, description: 'The request lacks If-Match' },
} as const satisfies Record<string, FailureKind>;

export const noSuchJob = (id: bigint): Failure<404> =>
  new Failure(shopFailures.noSuchJob, `You have no job ${id}`);

export const onThePress = (id: bigint): Failure<409> =>
  new Failure(shopFailures.onThePress, `Job ${id} is on the press; ask at the counter`);

export const changedMeanwhile = (tag: string): Failure<412> =>
  new Failure(shopFailures.changedMeanwhile, `The entity tag is ${tag} now; read the job again`);
