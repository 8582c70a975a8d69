import { tableLines, visibleJson, visibleLine } from '../cli';
import {
  junitReport,
  githubAnnotation,
  codeSpan,
  escapeMarkdown,
  placeText,
  markdownTable,
  sarifLog,
} from '../findings';
import { atEachPlace, type Finding } from './finding';
import type { CheckResult } from './run-checks';
import type { Note, Table, Comparison } from './drift-check';
import type { Level } from './breaking/change';
import { type ChangeGroup, groupChanges, groupText } from './breaking/change-groups';

/** The title of a result: its check, and its document if there are several. */
export function titleOf({ check, document }: Pick<CheckResult, 'check' | 'document'>): string {
  return document === undefined ? check.name : `${check.name} of ${document}`;
}

/** A note as one line. */
export function noteText(note: Note): string {
  return `${placeText(note)}: ${note.message}`;
}

/** For terminals: each finding with its remedy, and the rationale of each rule once. */
function text(results: readonly CheckResult[]): string {
  const lines = results.flatMap((result) => {
    const { check, findings, table, faults = [] } = result;
    const rows = table === undefined ? [] : [table.columns, ...table.rows];
    const shown = tableLines(rows).map((line) => `      ${line}`);
    if (findings.length === 0 && faults.length > 0)
      return [`part  ${titleOf(result)}: ${PARTLY}`, ...shown];
    if (findings.length === 0) return [`ok    ${titleOf(result)}: ${check.claim}`, ...shown];
    return [`drift ${titleOf(result)}: ${check.failure}`, ...findingLines(result), ...shown];
  });
  return lines.map((line) => `${visibleLine(line)}\n`).join('');
}

/** Shown for a check without findings that was incomplete. */
const PARTLY = 'not all of it could be checked';

/** Groups findings by rule. */
function findingLines({ check, findings }: CheckResult): string[] {
  const rules = [...new Set(findings.map(({ rule }) => rule))];
  return rules.flatMap((rule) => [
    ...findings.filter((finding) => finding.rule === rule).map((each) => `      ${line(each)}`),
    `        ${check.rules[rule] ?? ''} (${rule})`,
  ]);
}

export function line(finding: Finding): string {
  return `${placeText(finding)}: ${saidOfBoth(finding)}; ${finding.remedy}`;
}

function saidOfBoth(finding: Finding): string {
  const { message, base } = finding;
  const inBase = base === undefined ? '' : ` (in the base: ${placeText(base)})`;
  return message + inBase + placesText(finding);
}

function placesText(finding: Finding): string {
  const places = atEachPlace(finding).map(placeText);
  if (places.length === 1) return '';
  const named = places.slice(0, MOST_NAMED);
  return `, at ${places.length} places: ${named.join(', ')} and ${places.length - named.length} more`;
}

/** Places that a line names. Findings at fewer ones are lines of their own. */
const MOST_NAMED = 3;

/** For programs. */
function json(results: readonly CheckResult[]): string {
  const findings = results.flatMap(({ check, document, findings: found }) =>
    found.flatMap(atEachPlace).map((finding) => ({
      ...{ check: check.name, ...(document !== undefined && { document }) },
      ...{ ...finding, why: check.rules[finding.rule] },
    })),
  );
  const tables = results.flatMap((result) =>
    result.table ? [[titleOf(result), records(result.table)]] : [],
  );
  const notes = results.flatMap((result) => result.notes ?? []);
  const comparisons = results.flatMap(({ document, comparison }) =>
    comparison ? [document === undefined ? comparison : { document, ...comparison }] : [],
  );
  const isOne = results.every(({ document }) => document === undefined);
  const report = {
    checks: [...new Set(results.map(({ check }) => check.name))],
    findings,
    ...(notes.length > 0 && { notes }),
    ...(tables.length > 0 && { tables: Object.fromEntries(tables) as object }),
    ...(comparisons.length > 0 && (isOne ? { comparison: comparisons[0] } : { comparisons })),
  };
  return `${visibleJson(report, 2)}\n`;
}

/** An object for each row, with the columns as keys. */
function records({ columns, rows }: Table): object[] {
  return rows.map((cells) =>
    Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ''])),
  );
}

/** One test case per check, with one failure element for all its findings. */
function junit(results: readonly CheckResult[]): string {
  const cases = results.map((result) => {
    const { check, findings } = result;
    const named = { name: titleOf(result), className: 'check' };
    if (findings.length === 0) return named;
    const text = findings
      .flatMap(atEachPlace)
      .map((finding) => visibleLine(line(finding)))
      .join('\n');
    return { ...named, failure: { message: check.failure, type: check.name, text } };
  });
  return junitReport({ name: 'check', suites: [{ name: 'check', cases }] });
}

/** Maximum annotations of a step that GitHub shows. @see https://docs.github.com/en/actions/reference/limits */
const MOST_ANNOTATIONS = 10;

/** An annotation on the line of each finding, up to the maximum; the others are lines of the log. */
function github(results: readonly CheckResult[]): string {
  const found = results.flatMap((result) => result.findings.map((each) => ({ result, ...each })));
  const count = found.length > MOST_ANNOTATIONS ? MOST_ANNOTATIONS - 1 : found.length;
  const [shown, others] = [found.slice(0, count), found.slice(count)];
  const annotations = shown.map(({ result, ...finding }) => {
    const { rule, file, line, remedy } = finding;
    return githubAnnotation({
      level: 'error',
      ...{ file, line },
      title: `${titleOf(result)}: ${rule}`,
      message: `${saidOfBoth(finding)}; ${remedy}\n${result.check.rules[rule] ?? ''}`,
    });
  });
  const [first] = others;
  if (first !== undefined) {
    const { file, line } = first;
    const message = `and ${others.length} more findings, which the log of this step lists`;
    annotations.push(githubAnnotation({ level: 'error', file, line, title: 'check', message }));
  }
  const notes = results.flatMap((result) =>
    (result.notes ?? []).map(({ file, line, message }) =>
      githubAnnotation({ level: 'warning', file, line, title: titleOf(result), message }),
    ),
  );
  const rest = others.map((finding) => `  ${visibleLine(line(finding))}\n`);
  return [...annotations, ...notes.slice(0, MOST_ANNOTATIONS), ...rest].join('');
}

/** Maximum bytes of a summary of findings and changes: a comment on a pull request may have 65,536 characters. */
const MOST_BYTES = 50_000;

/** Limits the size of a text. */
class Room {
  private left = MOST_BYTES;

  /** The lines that fit, and the number of the others. @param what name of the items */
  fit(lines: readonly string[], what: string): string {
    const end = lines.findIndex((line) => (this.left -= Buffer.byteLength(line) + 1) < 0);
    if (end < 0) return lines.join('\n');
    this.left = 0;
    return [...lines.slice(0, end), `- and ${lines.length - end} more ${what}`].join('\n');
  }
}

/** The summary of a pull request: passed checks, findings, and changes of the interface. */
function markdown(results: readonly CheckResult[]): string {
  const count = results.flatMap(({ findings }) => findings).length;
  const room = new Room();
  const parts = [
    `# Drift check: ${count === 0 ? 'no drift' : count === 1 ? '1 finding' : `${count} findings`}`,
    fittingTable({ columns: ['', 'check', ''], rows: results.map(resultRow) }, room, 'checks'),
    ...results
      .filter(({ findings }) => findings.length > 0)
      .map((each) => findingsText(each, room)),
    ...results.flatMap(({ comparison, document }) =>
      comparison === undefined ? [] : [changelog(comparison, document, room)],
    ),
    ...results.flatMap((result) =>
      result.table === undefined || result.check.name === 'breaking'
        ? []
        : [details(titleOf(result), result.table, room)],
    ),
  ];
  return `${parts.join('\n\n')}\n`;
}

function resultRow(result: CheckResult): string[] {
  const { check, findings, faults = [] } = result;
  const title = escapeMarkdown(titleOf(result));
  if (findings.length === 0 && faults.length > 0) return ['?', title, PARTLY];
  return findings.length === 0
    ? ['✓', title, escapeMarkdown(check.claim)]
    : ['✗', `**${title}**`, escapeMarkdown(check.failure)];
}

function findingsText(result: CheckResult, room: Room): string {
  const { check, findings } = result;
  const rules = [...new Set(findings.map(({ rule }) => rule))];
  const groups = rules.map((rule) => {
    const found = findings.filter((finding) => finding.rule === rule).map(findingText);
    return `${escapeMarkdown(check.rules[rule] ?? '')}\n\n${room.fit(found, 'findings')}`;
  });
  const heading = `## ${escapeMarkdown(titleOf(result))}: ${escapeMarkdown(check.failure)}`;
  return [heading, ...groups].join('\n\n');
}

function findingText(finding: Finding): string {
  const { remedy } = finding;
  return `- ${codeSpan(placeText(finding))}: ${escapeMarkdown(saidOfBoth(finding))}  \n  ${escapeMarkdown(remedy)}`;
}

function details(title: string, { columns, rows }: Table, room: Room): string {
  const cells = rows.map((row) => row.map(escapeMarkdown));
  const shown = fittingTable({ columns, rows: cells }, room, 'rows');
  return `<details><summary>${escapeMarkdown(title)}</summary>\n\n${shown}\n\n</details>`;
}

/** A table whose cells are Markdown, truncated to the room left. */
function fittingTable(table: Table, room: Room, what: string): string {
  const [head = '', bar = '', ...rows] = markdownTable(table).split('\n');
  return [head, bar, room.fit(rows, what)].join('\n');
}

const HEADINGS: Readonly<Record<Level, string>> = {
  major: 'Breaking',
  minor: 'New, or more is possible',
  patch: 'Other',
  undecided: 'Undecided: look at these yourself',
};

/** The changes of the interface for its clients, by level, then by operation. */
function changelog(
  { from, to, changes }: Comparison,
  document: string | undefined,
  room: Room,
): string {
  const of = document === undefined ? '' : ` of ${codeSpan(document)}`;
  const versions = [from && ` from ${escapeMarkdown(from)}`, to && ` to ${escapeMarkdown(to)}`];
  const title = `## The interface${of},${versions.join('')}`.replace(/,$/, '');
  if (changes.length === 0) return `${title}\n\nNothing changed for clients.`;
  const levels = (['major', 'minor', 'patch', 'undecided'] as const).flatMap((level) => {
    const found = changes.filter((change) => change.level === level);
    if (found.length === 0) return [];
    return [`### ${HEADINGS[level]}\n\n${room.fit(entries(groupChanges(found)), 'changes')}`];
  });
  return [title, ...levels].join('\n\n');
}

/** Each change as a list item below its operation's name, or below the names of several with the same changes. */
function entries(groups: readonly ChangeGroup[]): string[] {
  const byName = new Map<string, string[]>();
  for (const group of groups) {
    const { operations, message, example } = groupText(group);
    const entry = escapeMarkdown(message) + (example && `, such as ${codeSpan(example)}`);
    byName.set(operations, [...(byName.get(operations) ?? []), `  - ${entry}`]);
  }
  return [...byName].flatMap(([name, [first, ...others]]) => [
    `- ${codeSpan(name)}\n${first}`,
    ...others,
  ]);
}

/** For code scanning and editors. */
function sarif(results: readonly CheckResult[]): string {
  return sarifLog(
    'trellis check',
    results.flatMap(({ check }) =>
      Object.entries(check.rules).map(([rule, why]) => ({
        ...{ id: `${check.name}/${rule}`, claim: check.claim, why },
      })),
    ),
    results.flatMap(({ check, findings }) =>
      findings.flatMap(atEachPlace).map((finding) => ({
        ...{ ruleId: `${check.name}/${finding.rule}`, place: finding, message: finding.message },
        text: `${finding.message}; ${finding.remedy}`,
        ...(finding.base && { related: { place: finding.base, text: 'in the base' } }),
      })),
    ),
  );
}

/** @returns the output, which ends with a line end unless it is empty */
export type Format = (results: readonly CheckResult[]) => string;

/** The output formats of the drift gate, by their `--format` name. */
export const formats: Readonly<Record<string, Format>> = {
  text,
  json,
  github,
  junit,
  sarif,
  markdown,
};
