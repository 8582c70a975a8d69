import type { CompiledOperation } from './compiled-contract';
import { OperationParameters } from './request/parameters';
import { type Negotiate, negotiateFor } from './response/negotiation';
import type { SchemaContext } from './schema/validation';
import {
  type Authenticate,
  authenticateFor,
  type AuthenticationOptions,
} from './security/security';

/** The parts of an operation that depend only on the document and the service, prepared at startup. */
export interface OperationPlan {
  readonly operation: CompiledOperation;
  /** Absent for an operation that is open to everybody. */
  readonly authenticate: Authenticate | undefined;
  readonly negotiate: Negotiate;
  readonly parameters: OperationParameters;
}

type PlanOptions<Dependencies> = AuthenticationOptions<Dependencies> & SchemaContext;

export type OperationPlans = ReadonlyMap<CompiledOperation, OperationPlan>;

export function planOperations<Dependencies>(options: PlanOptions<Dependencies>): OperationPlans {
  return new Map(
    options.contract.operations.map((operation) => [operation, planOperation(options, operation)]),
  );
}

function planOperation<Dependencies>(
  options: PlanOptions<Dependencies>,
  operation: CompiledOperation,
): OperationPlan {
  const isOpen = operation.security.length === 0;
  return {
    operation,
    authenticate: isOpen ? undefined : authenticateFor(options, operation),
    negotiate: negotiateFor(operation),
    parameters: new OperationParameters(options, operation.parameters),
  };
}
