import { cut } from 'openapi-trellis/tools';
import {
  type Finding as SuiteFinding,
  compareFindings,
  acceptedFindings,
  alike,
  type Alike,
  type FindingFacts,
  findingFacts,
  requestText,
  responseText,
  incomplete,
  isLockedOut,
  LOCKED_OUT,
  type Results,
} from '../../conformance';
import { type ReasonLine, visibleLine } from '../../cli';
import type { Place } from '../../findings';
import type { Finding } from '../finding';
import { staleLine } from '../acceptance';
import type { ServiceComparison } from './part';

/** The part of the report for the document's own suite. @param accepted lines of what is accepted */
export function suitePart(results: Results, accepted: readonly ReasonLine[]): ServiceComparison {
  if (isLockedOut(results))
    return { rows: runRows('document', results), faults: shortcomings('document', results) };
  const { fresh, missing } = compareFindings(results, acceptedFindings(accepted));
  const groups = (fault: SuiteFinding['fault']): Alike[] => groupsOf(results, fresh, fault);
  return {
    findings: groups('service').map((group) => ({
      ...findingOf(group),
      rule: group.shown.finding.check,
    })),
    listed: [
      ...groups('document').map((group) => ({
        where: whereOf(group.shown, results),
        finding: { ...findingOf(group), rule: 'document-gap' as const },
      })),
      ...missing.map(({ operation, line }) => ({
        where: operation,
        finding: staleLine(line, 'such failure'),
      })),
    ],
    rows: runRows('document', results),
    faults: fresh.length > 0 ? [] : shortcomings('document', results),
  };
}

/** Findings for which one side is at fault, grouped by message. */
export function groupsOf(
  results: Results,
  findings: readonly SuiteFinding[],
  fault: SuiteFinding['fault'],
): Alike[] {
  const facts = findings
    .filter((finding) => finding.fault === fault)
    .map((finding) => findingFacts(results, finding));
  return alike(facts, results.checks);
}

/** Why a run is not conclusive. @param name of the document tested against */
export function shortcomings(name: string, results: Results): string[] {
  const fault = isLockedOut(results) ? { reason: LOCKED_OUT } : incomplete(results);
  if (fault === undefined) return [];
  const { reason, remedy } = { remedy: undefined, ...fault };
  const advice = remedy === undefined ? '' : `; ${remedy}`;
  return [`The suite of the ${name} against ${results.url}: ${reason}${advice}`];
}

/** Rows about the extent of the test, and notices for the reader. */
export function runRows(name: string, results: Results): [string, string, string][] {
  const { phases, operations, seed, notices, durationMs } = results;
  const requests = phases.reduce((sum, phase) => sum + phase.requests, 0);
  const exercised = operations.filter((operation) => operation.exercised).length;
  const seconds = (durationMs / 1000).toFixed(1);
  const what = `${requests} requests in ${seconds} s, seed ${seed}; ${exercised} of ${operations.length} operations exercised`;
  const subject = `suite of the ${name}`;
  return [
    [subject, results.url, what],
    ...notices.map((notice): [string, string, string] => [subject, 'notice', visibleLine(notice)]),
  ];
}

/** The operation as `POST /plants`, or the request if no operation matches it. */
export function whereOf({ finding }: FindingFacts, { operations }: Results): string {
  const operation = operations.find(({ operationId }) => operationId === finding.operationId);
  if (operation !== undefined) return `${operation.method} ${operation.path}`;
  const request = finding.exchanges.at(-1)?.testCase.request;
  return request === undefined ? '' : `${request.method} ${request.target}`;
}

/** Limits of a message that fits in one line. */
const BODY = { characters: 200, lines: 3 };
const MOST_CURL = 500;
const MOST_NAMES = 200;

/** The place, the message of one example, and the remedy. */
export function findingOf({ shown, others }: Alike): Omit<Finding, 'rule'> & Place {
  const { finding, file, line, curl, repeat } = shown;
  const [sends, ...more] = curl;
  const isShort = sends !== undefined && more.length === 0 && sends.length <= MOST_CURL;
  const again = isShort ? sends : repeat;
  return {
    file,
    ...(line !== undefined && { line }),
    pointer: finding.pointer,
    message: visibleLine(
      `${findingName(shown)}: ${finding.message}; ${exampleOf(finding)}${othersText(others)}`,
    ),
    remedy: `correct the service, or the document; send it again: ${visibleLine(again)}`,
  };
}

function findingName({ finding }: FindingFacts): string {
  return finding.operationId ?? 'no operation';
}

function exampleOf({ exchanges, message }: SuiteFinding): string {
  const last = exchanges.at(-1);
  if (last === undefined) return '';
  const sent = requestText(last.testCase.request, BODY, message);
  const came = responseText(last.outcome, BODY, message);
  const texts = [sent, came].map(({ start, body }) => `${start} ${body}`.trim());
  return `sent ${texts.join(', got ')}`;
}

function othersText(others: readonly FindingFacts[]): string {
  if (others.length === 0) return '';
  const names = [...new Set(others.map(findingName))];
  return ` (and ${others.length} like it: ${cut(names.join(', '), MOST_NAMES)})`;
}
