import type { Operations } from '../../generated/operations';
import type { Handler } from '../contract';
import type { PlantStore } from './plant-store';

/** What the handlers of plants depend on. */
export interface PlantDependencies {
  readonly plants: PlantStore;
}

/** A handler of plants, by its operationId. */
export type PlantHandler<OperationId extends keyof Operations> = Handler<
  Operations[OperationId],
  PlantDependencies
>;
