// @generated from spec/openapi.yaml by npm run generate; do not edit
/* eslint-disable */

import type { Handler, OperationId } from './operations';
import { createPlant } from '../src/plant-store/plants/handlers/createPlant';

/** The handler of each operation, by operationId. */
export const handlers: {
  createPlant: typeof createPlant;
} = {
  createPlant,
} satisfies { [Id in OperationId]: Handler<Id, never, never, never> };
