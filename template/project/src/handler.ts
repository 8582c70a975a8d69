import type { PrincipalsOf } from 'plant-store/contract';
import type { Handler as HandlerOf, OperationId } from '../generated/operations.js';
import type { authenticators } from './authenticators.js';
import type { Dependencies } from './dependencies.js';

export type { Input, Response } from '../generated/operations.js';

/** Who calls, by security scheme: what `authenticators.ts` accepts with. */
type Principals = PrincipalsOf<typeof authenticators>;

/** A handler by its operationId, with all that it gets. */
export type Handler<Id extends OperationId> = HandlerOf<Id, Dependencies, Principals>;
