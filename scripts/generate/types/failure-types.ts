import {
  type CompiledOperation,
  documentedStatus,
  failureKinds,
  type FailureKind,
  responseKeyFor,
} from '../../../src/contract';
import type { Member } from './type-text';

/**
 * The failures that a handler may return: those whose natural status a response of the operation states, or
 * the status that is sent in its place (documentedStatus). Faults of the service may befall any operation.
 *
 * @see src/contract/failure-response.ts
 */
export function failureMember(operation: CompiledOperation): Member {
  const { responses } = operation;
  const stated = CLIENT_ERRORS.filter((status) => isStated(operation, status));
  const isAny = stated.length === CLIENT_ERRORS.length || Object.keys(responses).length === 0;
  const statuses = [...stated, "StatusInRange<'5'>"].join(' | ');
  const member = { name: 'failure', type: { text: isAny ? 'Failure' : `Failure<${statuses}>` } };
  const natural = stated.filter((status) => responseKeyFor(responses, status) !== undefined);
  const comment = isAny && natural.length < stated.length ? IN_PLACE : '';
  return { ...member, optional: false, comment };
}

const IN_PLACE =
  '/** Of a request: with 400, unless its own status is among those of the responses. */';

const CLIENT_ERRORS: readonly number[] = Array.from({ length: 100 }, (_, index) => 400 + index);

/** True where some kind of failure with this natural status is sent as a response that is documented. */
function isStated(operation: CompiledOperation, status: number): boolean {
  // A refusal for want of credentials is documented by the security requirement.
  if (status === 401 && operation.security.length > 0) return true;
  const own: readonly FailureKind[] = Object.values(failureKinds);
  const kinds = [
    { status, number: 0, description: '' },
    ...own.filter((kind) => kind.status === status),
  ];
  return kinds.some((kind) => {
    return responseKeyFor(operation.responses, documentedStatus(operation, kind)) !== undefined;
  });
}
