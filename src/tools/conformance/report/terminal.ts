import { styleText } from 'node:util';
import { cut } from 'openapi-trellis/tools';
import { tableLines, visibleLine } from '../../cli';
import { type Exchange, byReason } from '../../judge';
import type { OperationResult, Results } from '../results';
import { alike, type Alike, factsOf, type FindingFacts, type Reported } from './finding-facts';
import { coverageTotals, PLURALS, incomplete, requestsOf, soundVerdict } from './verdict';
import {
  expectationText,
  MOST_NAMES,
  requestText,
  responseText,
  type MessageText,
} from './message-text';

interface TerminalOptions {
  readonly colours: boolean;
  /** The file with the details that are cut here. */
  readonly details?: string;
}

type Paint = (colour: 'bold' | 'dim' | 'red' | 'green' | 'yellow', text: string) => string;

const MOST_FINDINGS = 25;
const MOST_OPERATIONS = 60;
const MOST_NOTICES = 10;
const MOST_CURL = 1_000;
const BODY = { characters: 600, lines: 12 };

/** True if the stream shows colours to people. @see https://no-color.org */
export function wantsColours(
  stream: { readonly isTTY?: boolean },
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  return stream.isTTY === true && (environment.NO_COLOR ?? '') === '';
}

/** The results as a summary for people. Texts of the service cannot contain terminal commands. */
export function terminalReport(results: Reported, options: TerminalOptions): string {
  const paint = painter(options);
  const service = factsOf(results, 'service');
  const document = factsOf(results, 'document');
  const groups = alike(service, results.checks);
  const lines = [
    heading(results, paint),
    '',
    ...operationLines(results, options, paint),
    ...listed(groups, MOST_FINDINGS, options, (each, index) => [
      '',
      ...findingLines(each.shown, index, options, paint),
      ...othersLines(each),
    ]),
    ...variableLines(service, paint),
    ...documentLines(alike(document, results.checks), options, paint),
    ...noticeLines(results, options, paint),
    ...noVerdictLines(results, options, paint),
    '',
    ...totalLines(results),
    '',
    verdictLine(
      results,
      { failures: service.length, kinds: groups.length, gaps: document.length },
      paint,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function painter({ colours }: TerminalOptions): Paint {
  // wantsColours has asked the stream already.
  return (colour, text) => (colours ? styleText(colour, text, { validateStream: false }) : text);
}

function heading({ title, version, url, spec }: Results, paint: Paint): string {
  return paint('bold', visibleLine(`${title} ${version} at ${url}, by ${spec}`));
}

/** Names the shell variables used by the printed lines. */
function variableLines([first]: readonly FindingFacts[], paint: Paint): string[] {
  const { variables = [] } = first ?? {};
  if (variables.length === 0) return [];
  return ['', paint('dim', visibleLine(`Lines take from the shell: ${variables.join(', ')}`))];
}

function operationLines(results: Results, options: TerminalOptions, paint: Paint): string[] {
  const { operations, findings } = results;
  const failuresOf = ({ operationId }: OperationResult): number =>
    findings.filter((each) => each.fault === 'service' && each.operationId === operationId).length;
  // If not all fit, operations with failures or without any success come first.
  const sorted =
    operations.length <= MOST_OPERATIONS
      ? operations
      : [...operations].sort(
          (one, other) =>
            failuresOf(other) - failuresOf(one) || Number(one.exercised) - Number(other.exercised),
        );
  const shown = sorted.slice(0, MOST_OPERATIONS);
  const rows = tableLines(
    shown.map((operation) => [
      visibleLine(`${operation.method} ${operation.path}`),
      counted(operation.requests, 'request'),
      statusCounts(operation),
    ]),
  );
  const lines = shown.map((operation, index) => {
    const failures = failuresOf(operation);
    const marks = [
      ...(failures > 0 ? [paint('red', counted(failures, 'failure'))] : []),
      ...(operation.exercised ? [] : [paint('yellow', 'not exercised')]),
    ];
    return [rows[index] ?? '', ...marks].join('  ');
  });
  return [...lines, ...rest(operations.length - shown.length, options)];
}

function statusCounts({ statuses }: OperationResult): string {
  return Object.entries(statuses)
    .map(([status, count]) => `${status === 'none' ? 'no response' : status} x${count}`)
    .join(', ');
}

function findingLines(
  facts: FindingFacts,
  index: number,
  options: TerminalOptions,
  paint: Paint,
): string[] {
  const { finding, rule, place, curl, repeat } = facts;
  const { check, operationId, message, exchanges, times, others = [] } = finding;
  const last = exchanges.at(-1);
  const details = [
    rule,
    `at ${place}`,
    `case: ${last?.testCase.title ?? ''}${times > 1 ? ` (seen ${times} times)` : ''}`,
    ...(others.length === 0 ? [] : [`also: ${others.join('; ')}`]),
    ...(last ? [`expected: ${expectationText(last.judgement)}`] : []),
  ];
  return [
    `${paint('red', `${index + 1}. ${check}`)}  ${visibleLine(operationId ?? 'no operation')}`,
    `   ${paint('bold', visibleLine(message))}`,
    ...details.map((text) => `   ${visibleLine(text)}`),
    ...exchanges.flatMap((exchange) => ['', ...exchangeLines(exchange, message, paint)]),
    '',
    ...curl.map((line) => `   ${curlText(line, options)}`),
    `   ${paint('dim', visibleLine(`repeat: ${repeat}`))}`,
  ];
}

/** Never cuts a line, which would then send another request. */
function curlText(line: string, { details }: TerminalOptions): string {
  if (line.length <= MOST_CURL) return visibleLine(line);
  return `curl: a line of ${line.length} characters${details === undefined ? '' : ` (in ${details})`}`;
}

function exchangeLines({ testCase, outcome }: Exchange, about: string, paint: Paint): string[] {
  const request = messageLines(requestText(testCase.request, BODY, about));
  const response = messageLines(responseText(outcome, BODY, about));
  return [
    ...request.map((line) => `     ${paint('dim', '>')} ${line}`.trimEnd()),
    ...response.map((line) => `     ${paint('dim', '<')} ${line}`.trimEnd()),
  ];
}

function messageLines({ start, headers, body }: MessageText): string[] {
  return [start, ...headers, ...(body === '' ? [] : ['', ...body.split('\n')])];
}

/** Names the other places of the same finding. */
function othersLines({ shown, others }: Alike): string[] {
  if (others.length === 0) return [];
  const ids = others.map(({ finding }) => finding.operationId ?? 'no operation');
  const names = [...new Set(ids)].filter((id) => id !== shown.finding.operationId);
  const causes = others.flatMap(({ finding }) => finding.cause ?? []);
  const told = names.length === 0 ? causes : names;
  const where =
    (names.length === 0 ? ' of this operation' : '') +
    (told.length === 0 ? '' : `: ${cut(told.join(', '), MOST_NAMES)}`);
  return [`   and ${others.length} like it${visibleLine(where)}`];
}

function documentLines(groups: Alike[], options: TerminalOptions, paint: Paint): string[] {
  if (groups.length === 0) return [];
  const lines = listed(groups, MOST_NOTICES, options, (each) => {
    const { finding, place } = each.shown;
    const { message, check, times } = finding;
    return [
      `   ${visibleLine(`${message} (${check}, ${counted(times, 'time')})`)}`,
      `   at ${visibleLine(place)}`,
      ...othersLines(each),
    ];
  });
  return ['', paint('yellow', 'The document does not say what the service does:'), ...lines];
}

function noticeLines({ notices }: Results, options: TerminalOptions, paint: Paint): string[] {
  if (notices.length === 0) return [];
  const lines = listed(notices, MOST_NOTICES, options, (text) => [`   ${visibleLine(text)}`]);
  return ['', paint('yellow', 'Notices:'), ...lines];
}

function noVerdictLines({ noVerdicts }: Results, options: TerminalOptions, paint: Paint): string[] {
  if (noVerdicts.length === 0) return [];
  const lines = listed(
    byReason(noVerdicts),
    MOST_NOTICES,
    options,
    ({ reason, count, operations }) => {
      const names = cut(operations.join(', '), MOST_NAMES);
      return [visibleLine(`   ${counted(count, 'request')}: ${reason} (${names})`)];
    },
  );
  return ['', paint('yellow', 'No verdict (--explain OPERATION shows the requests):'), ...lines];
}

/** Requests of an operation without a verdict, with the reasons; free of terminal commands. */
export function explanation({ noVerdicts }: Results, operationId: string): string {
  const own = noVerdicts.filter((each) => each.operationId === operationId);
  const lines = own.flatMap(({ reason, count, cases }) => [
    `  ${counted(count, 'request')}: ${reason}`,
    ...cases.map(({ status = 'no response', method, target, title }) =>
      visibleLine(`    ${status} for ${method} ${target}: ${title}`),
    ),
    ...(count > cases.length ? [`    and ${count - cases.length} more`] : []),
  ]);
  const none = lines.length === 0 ? ': every request got one' : '';
  return [visibleLine(`No verdict on ${operationId}${none}`), ...lines, ''].join('\n');
}

function totalLines(results: Results): string[] {
  const { phases, judged, durationMs, seed, operations, coverage } = results;
  const parts = phases.map(
    ({ phase, requests: count, ended }) =>
      `${phase} ${count}${ended === 'complete' ? '' : ` (ended: ${ended})`}`,
  );
  const exercised = operations.filter((operation) => operation.exercised).length;
  const totals = coverageTotals(coverage).map(({ kind, parts: all, valid, breakable, invalid }) => {
    const broken = breakable === 0 ? '' : `, broken ${invalid} of ${breakable}`;
    return [`  ${PLURALS[kind]}`, `${valid} of ${all}${broken}`];
  });
  return tableLines([
    ['requests', `${requestsOf(results)}: ${parts.join(', ')}`],
    ['verdicts', `accept ${judged.acceptance}, refuse ${judged.refusal}, open ${judged.open}`],
    ['duration', `${(durationMs / 1_000).toFixed(1)} s`],
    ['seed', String(seed)],
    ['covered', ''],
    ['  operations', `${exercised} of ${operations.length}`],
    ...totals,
  ]);
}

function verdictLine(
  results: Reported,
  { failures, kinds, gaps }: Readonly<Record<'failures' | 'kinds' | 'gaps', number>>,
  paint: Paint,
): string {
  const apart = gaps === 0 ? '' : `, and ${counted(gaps, 'gap')} of the document`;
  if (failures === 0) {
    const colour = incomplete(results) === undefined ? 'green' : 'yellow';
    const none = (results.accepted ?? 0) > 0 ? 'No new failures' : 'No failures';
    return paint(colour, `${none}: ${uncapitalised(soundVerdict(results))}${apart}`);
  }
  const ofKinds = kinds < failures ? ` of ${counted(kinds, 'kind')}` : '';
  return paint('red', `${counted(failures, 'failure')} of the service${ofKinds}${apart}`);
}

function uncapitalised(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function listed<Item>(
  items: readonly Item[],
  most: number,
  options: TerminalOptions,
  write: (item: Item, index: number) => string[],
): string[] {
  return [...items.slice(0, most).flatMap(write), ...rest(items.length - most, options)];
}

function rest(count: number, { details }: TerminalOptions): string[] {
  if (count <= 0) return [];
  return ['', `   and ${count} more${details === undefined ? '' : ` (in ${details})`}`];
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
