import {
  type CompiledOperation,
  documentedStatus,
  failureKinds,
  type FailureKind,
  responseKeyFor,
} from '../../contract';
import type { Member } from './type-text';

/**
 * The failures that a handler may return: those that a response of the operation can say, by the status that
 * is sent for them (documentedStatus). Where one of 400 is stated, that is any: all that the request is at
 * fault for can be sent with it. Faults of the service may befall every operation.
 *
 * @see src/contract/failure-response.ts
 */
export function failureMember(operation: CompiledOperation): Member {
  const { responses } = operation;
  if (Object.keys(responses).length === 0) return failure('Failure', '');
  if (isStated(responses, 400)) {
    const hasOthers = CLIENT_ERRORS.every((status) => isStated(responses, status));
    return failure('Failure', hasOthers ? '' : IN_PLACE);
  }
  const statuses = CLIENT_ERRORS.filter((status) => canBeSaid(operation, status));
  return failure(`Failure<${[...statuses, "StatusInRange<'5'>"].join(' | ')}>`, '');
}

function failure(text: string, comment: string): Member {
  return { name: 'failure', type: { text }, optional: false, comment };
}

const IN_PLACE = '/** Of a request: sent with 400, unless a response states its own status. */';

const CLIENT_ERRORS: readonly number[] = Array.from({ length: 100 }, (_, index) => 400 + index);

/** True where some kind of failure with this natural status is sent as a response that is documented. */
function canBeSaid(operation: CompiledOperation, status: number): boolean {
  // A refusal for want of credentials is documented by the security requirement.
  if (status === 401 && operation.security.length > 0) return true;
  const own: readonly FailureKind[] = Object.values(failureKinds);
  const kinds = [
    { status, number: 0, description: '' },
    ...own.filter((kind) => kind.status === status),
  ];
  const { responses } = operation;
  return kinds.some((kind) => isStated(responses, documentedStatus(operation, kind)));
}

function isStated(responses: CompiledOperation['responses'], status: number): boolean {
  return responseKeyFor(responses, status) !== undefined;
}
