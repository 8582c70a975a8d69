import type { Handler as OperationHandler, OperationId } from '../../../generated/operations';
import type { FailureKind } from 'openapi-trellis/contract';
import type { PlantStore } from './plant-store';

export type { Response } from '../../../generated/operations';

export interface PlantDependencies {
  readonly plants: PlantStore;
}

/** The type of a plant handler, by operationId. */
export type Handler<Id extends OperationId> = OperationHandler<Id, PlantDependencies>;

/** The failures specific to plants; the contract layer has the others. */
export const plantFailureKinds = {
  idTaken: {
    status: 409,
    number: 40901,
    description: 'The id belongs to a plant with another name or tag',
  },
} as const satisfies Record<string, FailureKind>;
