/* Compiled by types.test.ts, never run: each row below must not compile, and the rest must. */
import type { ErrorMapper } from '../../src/runtime/contract/error-body/error-mapper';
import type { Handlers } from '../../src/runtime/contract/handler';
import type { ServiceOptions } from '../../src/runtime/contract/service-options';
import type { Operations } from '../../generated/operations';
import { Failure, failureKinds } from '../../src/runtime/contract/failure';
import type { Handler, PlantDependencies } from '../../src/plant-store/plants/handler';

type CreatePlant = Handler<'createPlant'>;
const error = { error: 40000, message: 'x' } as const;

// What a handler may do.
export const good: CreatePlant[] = [
  async ({ body }) => ({ status: 200, body: { name: body.name } }),
  async ({ body }) => ({ status: 200, body }),
  async () => ({ status: 400, body: error }),
  async () => ({ status: 401, headers: { 'WWW-Authenticate': 'Bearer' }, body: error }),
  async () => ({ status: 503, headers: { 'Retry-After': 1 }, body: error }),
  async () => ({ status: 500, body: error }),
  async () => new Failure(failureKinds.internal, 'x'),
];

// The id is a bigint.
export const id: CreatePlant = async ({ body }) => {
  const exact: bigint = body.id;
  // @ts-expect-error a number would lose integers of 64 bits
  const rounded: number = body.id;
  return { status: 200, body: { name: `${exact} ${rounded}` } };
};

// @ts-expect-error a name that no operation has
export type Unknown = Handler<'createAnimal'>;

// @ts-expect-error the request and response of the host are out of reach
export const host: CreatePlant = async (_, { req }) => ({ status: 200, body: req });

// @ts-expect-error a missing handler
export const missing: Handlers<Operations, PlantDependencies> = {};

// The body of an error: one that the document states, or none.
const invalid = 40003 as const;
export const errorBodies: ErrorMapper<Operations>[] = [
  ({ message }, { status, mediaType }) => ({
    error: invalid,
    message: `${status} ${mediaType} ${message}`,
  }),
  ({ details }, { operationId }) =>
    operationId === 'createPlant'
      ? { error: invalid, message: String(details.faults?.[0]?.in) }
      : undefined,
];

// @ts-expect-error a body that is documented for what succeeds alone
export const errorBody: ErrorMapper<Operations> = () => ({ name: 'x' });

export const ofOther: ErrorMapper<Operations> = (_, { operationId }) =>
  // @ts-expect-error an operation that the document does not have
  operationId === 'other' ? undefined : { error: invalid, message: 'x' };

// A service takes that of its operations, and one that is written in place.
export const options: Pick<ServiceOptions<PlantDependencies>, 'errorBody'>[] = [
  { ...(errorBodies[0] && { errorBody: errorBodies[0] }) },
  { errorBody: ofOther },
  { errorBody: ({ message }, { operationId = 'none' }) => ({ message, of: operationId.length }) },
  // @ts-expect-error what no failure has
  { errorBody: ({ reason }) => ({ reason }) },
];
