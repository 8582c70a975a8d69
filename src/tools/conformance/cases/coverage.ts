import { asObject, type Operation } from '../../document';
import { type OperationValues, isJsonType } from '../../samples';
import { PLAIN, isOpen, type TestCase, isSafe, MAX_TEXT } from '../../judge';
import type { RunContext } from '../options';
import { bodyCases } from './bodies';
import { malformedCases } from './malformed';
import { OperationCases } from './operation-cases';
import { parameterCases } from './parameters';
import { credentialsAccepted, credentialsRefused } from './security';

/**
 * The coverage phase: valid and invalid requests for each operation, parameter, media type, security requirement
 * and schema keyword. The same requests each time.
 *
 * Operations take turns, so all get some requests before time runs out. DELETE requests come last, since others
 * need the items. Requests without valid credentials, which remove nothing, come first.
 */
export function* coverageCases(
  context: RunContext,
  operations: readonly Operation[],
): Generator<TestCase> {
  const removing = operations.filter(({ method }) => method === 'DELETE');
  const others = operations.filter((operation) => !removing.includes(operation));
  const casesOf = (operation: Operation): OperationCases => new OperationCases(context, operation);
  const closed = operations.filter((operation) => !isOpen(operation));
  yield* inTurns(closed.map((operation) => credentialsRefused(casesOf(operation))));
  for (const group of [others, removing]) {
    yield* inTurns(group.map((operation) => operationCases(casesOf(operation))));
  }
  yield* methodCases(context, operations);
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

/** A plain valid request. Repetitions omit the optional parts: each of these has its own case. */
function validRequest(cases: OperationCases): TestCase {
  const of = (values: OperationValues): TestCase => cases.of('coverage', PLAIN, values, []);
  const again = (vary: string): TestCase => of(cases.least(vary));
  return { ...of(cases.base), again };
}

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

/** Methods that are tried if the document does not describe them. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Requests with methods that the document does not describe for a path.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-9.1
 */
function* methodCases(context: RunContext, operations: readonly Operation[]): Generator<TestCase> {
  const tried = context.options.readOnly === true ? METHODS.filter(isSafe) : METHODS;
  for (const [path, first] of firstByPath(operations)) {
    const methods = describedMethods(context, path);
    const cases = new OperationCases(context, first);
    const request = cases.request({ parameters: cases.base.parameters });
    for (const method of tried.filter((each) => !methods.has(each))) {
      const title = `${method}, which the document does not describe`;
      const about = `${method} ${path}`;
      yield { ...cases.by(title, { ...request, method }), operation: undefined, about };
    }
  }
}

function firstByPath(operations: readonly Operation[]): Map<string, Operation> {
  return new Map(operations.toReversed().map((operation) => [operation.path, operation]));
}

/** The methods of a path, including those of operations that are not tested. */
function describedMethods({ document }: RunContext, path: string): Set<string> {
  const all = [...document.loaded.contract.operations, ...(document.leftOut ?? [])];
  const described = all.filter((operation) => operation.path === path);
  return new Set(described.map(({ method }) => method));
}

/**
 * A request with a text longer than many columns and buffers can hold, in a member that allows it, or in one
 * whose maxLength it violates.
 */
function* longTextCases(cases: OperationCases): Generator<TestCase> {
  const { base } = cases;
  for (const body of cases.bodies()) {
    if (!isJsonType(body.mediaType)) continue;
    const value = asObject(body.value);
    const texts = Object.keys(value).filter((name) => typeof value[name] === 'string');
    const changes = texts.map((name) => ({ name, changed: { ...value, [name]: LONG } }));
    const change = changes.find(({ changed }) => cases.takes(body.media, changed)) ?? changes[0];
    if (change === undefined) continue;
    const title = `body /${change.name}: a text of ${LONG.length} characters`;
    yield cases.of('coverage', title, { ...base, body: { ...body, value: change.changed } }, []);
  }
}

const LONG = 'm'.repeat(2 * MAX_TEXT);
