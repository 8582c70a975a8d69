import type { Handler as OperationHandler, OperationId } from '../../../generated/operations';
import type { PlantStore } from './plant-store';

export type { Response } from '../../../generated/operations';

/** What the handlers of plants depend on. */
export interface PlantDependencies {
  readonly plants: PlantStore;
}

/** A handler of plants, by its operationId. */
export type Handler<Id extends OperationId> = OperationHandler<Id, PlantDependencies>;
