import type { CompiledContract, CompiledOperation } from './compiled-contract';
import { OperationParameters } from './request/parameters';
import { type Negotiate, negotiateFor } from './response/negotiation';
import { type Authenticate, authenticateFor } from './security/security';
import type { ServiceParts } from './service-options';

/** What of an operation hangs on the document and the service alone, found out once and not at each request. */
export interface OperationPlan {
  readonly operation: CompiledOperation;
  /** Absent for an operation that is open to everybody. */
  readonly authenticate: Authenticate | undefined;
  readonly negotiate: Negotiate;
  readonly parameters: OperationParameters;
}

/** The plans of all operations of a contract. */
export type OperationPlans = ReadonlyMap<CompiledOperation, OperationPlan>;

export function planOperations<Dependencies>(
  options: ServiceParts<Dependencies> & { readonly contract: CompiledContract },
): OperationPlans {
  return new Map(
    options.contract.operations.map((operation) => [operation, planOperation(options, operation)]),
  );
}

function planOperation<Dependencies>(
  options: ServiceParts<Dependencies>,
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
