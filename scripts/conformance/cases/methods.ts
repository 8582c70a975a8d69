import type { Operation } from '../../generate/index';
import type { TestCase } from '../test-case';
import { OperationCases, type CaseContext } from './operation-cases';

/** Methods that are tried where the document does not describe them. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

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
  const tried = readOnly ? SAFE_METHODS : METHODS;
  const byPath = new Map<string, Operation[]>();
  for (const operation of operations) {
    byPath.set(operation.path, [...(byPath.get(operation.path) ?? []), operation]);
  }
  for (const described of byPath.values()) {
    const [first] = described;
    if (first === undefined) continue;
    const methods = new Set(described.map(({ method }) => method));
    const cases = new OperationCases(context, first);
    const request = cases.request({ parameters: cases.base.parameters });
    for (const method of tried.filter((each) => !methods.has(each))) {
      const title = `${method}, which the document does not describe`;
      yield { ...cases.by(title, { ...request, method }), operation: undefined };
    }
  }
}
