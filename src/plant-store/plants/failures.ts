import type { FailureKind } from '../../contract';

/** The ways to fail that belong to plants; the contract layer has the others. */
export const plantFailureKinds = {
  idTaken: {
    status: 409,
    number: 40901,
    description: 'The id belongs to a plant with another name or tag',
  },
} as const satisfies Record<string, FailureKind>;
