import type { OperationValues } from '../../samples/requests/operation-request';
import type { Operation } from '../../generate/index';
import type { TestCase } from '../test-case';
import { bodyCases } from './bodies';
import { longTextCases } from './long-text';
import { malformedCases } from './malformed';
import { methodCases } from './methods';
import { OperationCases, type CaseContext } from './operation-cases';
import { parameterCases } from './parameters';
import { credentialsAccepted, credentialsRefused, isOpen } from './security';

/**
 * The coverage phase: for each operation, parameter, media type, security requirement and schema keyword
 * requests that keep it and requests that break it. The same ones each time.
 *
 * Operations take turns, so that each has had some when time is up. What removes comes last, since others
 * need what it removes; but requests that must be refused, and so remove nothing, come first.
 *
 * @param readOnly leaves out methods that may change something
 */
export function* coverageCases(
  context: CaseContext,
  operations: readonly Operation[],
  readOnly: boolean,
): Generator<TestCase> {
  const removing = operations.filter(({ method }) => method === 'DELETE');
  const others = operations.filter((operation) => !removing.includes(operation));
  const casesOf = (operation: Operation): OperationCases => new OperationCases(context, operation);
  const closed = operations.filter((operation) => !isOpen(operation));
  yield* inTurns(closed.map((operation) => credentialsRefused(casesOf(operation))));
  for (const group of [others, removing]) {
    yield* inTurns(group.map((operation) => operationCases(casesOf(operation))));
  }
  yield* methodCases(context, operations, readOnly);
}

function* operationCases(cases: OperationCases): Generator<TestCase> {
  if (isOpen(cases.operation)) yield* credentialsRefused(cases);
  yield* credentialsAccepted(cases);
  yield validRequest(cases);
  yield* inTurns([
    parameterCases(cases),
    bodyCases(cases),
    malformedCases(cases),
    longTextCases(cases),
  ]);
}

/** Again, without what may be left out: for each part of that there is a case of its own. */
function validRequest(cases: OperationCases): TestCase {
  const of = (values: OperationValues): TestCase =>
    cases.of('coverage', 'a valid request', values, []);
  const again = (vary: string): TestCase => of(cases.least(vary));
  return { ...of(cases.base), again };
}

/** One of each in turn, until all have ended. */
function* inTurns<Item>(sources: readonly Generator<Item>[]): Generator<Item> {
  let left = sources;
  while (left.length > 0) {
    const going: Generator<Item>[] = [];
    for (const source of left) {
      const next = source.next();
      if (next.done === true) continue;
      yield next.value;
      going.push(source);
    }
    left = going;
  }
}
