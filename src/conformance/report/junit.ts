import { junitReport, type JunitCase } from '../../cli/junit';
import type { OperationResult, Results } from '../results';
import { findingFacts, type FindingFacts } from './finding-facts';
import { expectationText, requestText, responseText, type MessageText } from './message-text';
import { visibleLine, visibleText } from './visible';

const BODY = { characters: 2_000, lines: 40 };

/** One test case an operation, and one for requests that no operation covers if any of them failed. */
export function junit(results: Results): string {
  const facts = results.findings.map((finding) => findingFacts(results, finding));
  const without = facts.filter(({ finding }) => finding.operationId === undefined);
  const cases = results.operations.map((operation) =>
    operationCase(
      operation,
      facts.filter(({ finding }) => finding.operationId === operation.operationId),
    ),
  );
  const other =
    without.length > 0
      ? [{ name: 'requests that no operation covers', className: 'conformance', ...told(without) }]
      : [];
  return junitReport('conformance', [...cases, ...other]);
}

function operationCase(operation: OperationResult, facts: readonly FindingFacts[]): JunitCase {
  const { operationId, method, path, exercised } = operation;
  const failed = facts.some(({ finding }) => finding.fault === 'service');
  return {
    name: visibleLine(`${method} ${path}`),
    className: visibleLine(`conformance.${operationId}`),
    ...told(facts),
    ...(!exercised && !failed && { skipped: 'not exercised' }),
  };
}

/** Faults of the document fail no test of the service. */
function told(facts: readonly FindingFacts[]): Pick<JunitCase, 'failure' | 'output'> {
  const by = (fault: string): string =>
    facts
      .filter(({ finding }) => finding.fault === fault)
      .map(findingText)
      .join('\n\n');
  const failure = by('service');
  const output = by('document');
  return { ...(failure !== '' && { failure }), ...(output !== '' && { output }) };
}

function findingText({ finding, rule, place, repeat }: FindingFacts): string {
  const { check, message, exchanges, times } = finding;
  const sent = exchanges.flatMap(({ testCase, judgement, outcome }) => [
    `${visibleLine(testCase.title)}; expected: ${expectationText(judgement)}`,
    messageText(requestText(testCase.request, BODY, message)),
    messageText(responseText(outcome, BODY, message)),
  ]);
  const head = `${check}: ${visibleText(message)}${times > 1 ? ` (seen ${times} times)` : ''}`;
  return [head, visibleText(rule), `at ${place}`, ...sent, `repeat: ${repeat}`].join('\n');
}

function messageText({ start, headers, body }: MessageText): string {
  return [start, ...headers, ...(body === '' ? [] : ['', body])].join('\n');
}
