import type { PrincipalsOf } from 'openapi-trellis/contract';
import type { Handler as HandlerOf, OperationId } from '../generated/operations.js';
import type { authenticators } from './authenticators.js';
import type { Dependencies } from './dependencies.js';

export type { Input, Response, ResponseOrFailure } from '../generated/operations.js';

/** The callers by security scheme, as `authenticators.ts` accepts them. */
type Principals = PrincipalsOf<typeof authenticators>;

/** The handler of an operationId, with its dependencies and callers. */
export type Handler<Id extends OperationId> = HandlerOf<Id, Dependencies, Principals>;
