import type { Operation } from '../../generate/index';
import { isSafe } from '../safe-methods';
import type { TestCase } from '../test-case';
import { OperationCases, type CaseContext } from './operation-cases';

/** Methods that are tried where the document does not describe them. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Requests with methods that the document does not describe for a path.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-9.1
 */
export function* methodCases(
  context: CaseContext,
  operations: readonly Operation[],
  readOnly: boolean,
): Generator<TestCase> {
  const tried = readOnly ? METHODS.filter(isSafe) : METHODS;
  for (const [path, first] of firstByPath(operations)) {
    const methods = describedMethods(context, path);
    const cases = new OperationCases(context, first);
    const request = cases.request({ parameters: cases.base.parameters });
    for (const method of tried.filter((each) => !methods.has(each))) {
      const title = `${method}, which the document does not describe`;
      yield { ...cases.by(title, { ...request, method }), operation: undefined };
    }
  }
}

function firstByPath(operations: readonly Operation[]): Map<string, Operation> {
  return new Map(operations.toReversed().map((operation) => [operation.path, operation]));
}

/** Those of operations that are not tested are described, too. */
function describedMethods({ loaded }: CaseContext, path: string): Set<string> {
  const described = loaded.contract.operations.filter((operation) => operation.path === path);
  return new Set(described.map(({ method }) => method));
}
