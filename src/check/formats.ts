import { tableLines } from '../cli/table';
import { visibleJson, visibleLine } from '../cli/visible';
import {
  junitReport,
  githubAnnotation,
  codeSpan,
  escapeMarkdown,
  placeText,
  markdownTable,
  sarifLog,
} from '../findings/index';
import { recordingText, countText } from './breaking/traffic/recorded';
import { said, type Finding } from './finding';
import type { CheckResult } from './run-checks';
import type { Table, Comparison } from './drift-check';
import { type Change, type Level, shownValue } from './breaking/change';

/** For terminals: each finding with its remedy, and once for each rule, why it matters. */
function text(results: readonly CheckResult[]): string {
  const lines = results.flatMap((result) => {
    const { check, findings, table, comparison, faults = [] } = result;
    const rows = table === undefined ? [] : [table.columns, ...table.rows];
    const recorded = comparison?.recorded === undefined ? [] : [recordingText(comparison.recorded)];
    const shown = [...tableLines(rows, 'text'), ...recorded].map((line) => `      ${line}`);
    if (findings.length === 0 && faults.length > 0)
      return [`part  ${check.name}: ${PARTLY}`, ...shown];
    if (findings.length === 0) return [`ok    ${check.name}: ${check.claim}`, ...shown];
    return [`drift ${check.name}: ${check.failure}`, ...findingLines(result), ...shown];
  });
  return lines.map((line) => `${visibleLine(line)}\n`).join('');
}

/** What is said of a check that found nothing and could not look everywhere. */
const PARTLY = 'not all of it could be checked';

/** Findings of one rule stand together. */
function findingLines({ check, findings }: CheckResult): string[] {
  const rules = [...new Set(findings.map(({ rule }) => rule))];
  return rules.flatMap((rule) => [
    ...findings.filter((finding) => finding.rule === rule).map((each) => `      ${line(each)}`),
    `        ${check.rules[rule] ?? ''} (${rule})`,
  ]);
}

/** A finding as one line. */
export function line(finding: Finding): string {
  return `${placeText(finding)}: ${saidOfBoth(finding)}; ${finding.remedy}`;
}

/** A disagreement, with the place in the base. */
function saidOfBoth(finding: Finding): string {
  const { base } = finding;
  return said(finding) + (base === undefined ? '' : ` (in the base: ${placeText(base)})`);
}

/** For programs. */
function json(results: readonly CheckResult[]): string {
  const findings = results.flatMap(({ check, findings: found }) =>
    found.map((finding) => ({ check: check.name, ...finding, why: check.rules[finding.rule] })),
  );
  const tables = results.flatMap(({ check, table }) =>
    table ? [[check.name, records(table)]] : [],
  );
  const [comparison] = results.flatMap((result) => result.comparison ?? []);
  const report = {
    checks: results.map(({ check }) => check.name),
    findings,
    ...(tables.length > 0 && { tables: Object.fromEntries(tables) as object }),
    ...(comparison && { comparison }),
  };
  return `${visibleJson(report, 2)}\n`;
}

/** An object for each row, by the names of the columns. */
function records({ columns, rows }: Table): object[] {
  return rows.map((cells) =>
    Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ''])),
  );
}

/** One test case a check, one failure element for all that it found. */
function junit(results: readonly CheckResult[]): string {
  const cases = results.map(({ check, findings }) => {
    const named = { name: check.name, className: 'check' };
    if (findings.length === 0) return named;
    const text = findings.map((finding) => visibleLine(line(finding))).join('\n');
    return { ...named, failure: { message: check.failure, type: check.name, text } };
  });
  return junitReport({ name: 'check', suites: [{ name: 'check', cases }] });
}

/** An annotation on the line of each finding. */
function github(results: readonly CheckResult[]): string {
  const annotations = results.flatMap(({ check, findings }) =>
    findings.map((finding) => {
      const { rule, file, line, remedy } = finding;
      return githubAnnotation({
        level: 'error',
        ...{ file, line },
        title: `${check.name}: ${rule}`,
        message: `${saidOfBoth(finding)}; ${remedy}\n${check.rules[rule] ?? ''}`,
      });
    }),
  );
  return annotations.join('');
}

/** The summary of a pull request: which checks hold, what is wrong, and what changed in the interface. */
function markdown(results: readonly CheckResult[]): string {
  const count = results.flatMap(({ findings }) => findings).length;
  const [comparison] = results.flatMap((result) => result.comparison ?? []);
  const parts = [
    `# Drift check: ${count === 0 ? 'no drift' : count === 1 ? '1 finding' : `${count} findings`}`,
    markdownTable({ columns: ['', 'check', ''], rows: results.map(resultRow) }),
    ...results.filter(({ findings }) => findings.length > 0).map(findingsText),
    ...(comparison === undefined ? [] : [changelog(comparison)]),
    ...results.flatMap(({ check, table }) =>
      table === undefined || check.name === 'breaking' ? [] : [details(check.name, table)],
    ),
  ];
  return `${parts.join('\n\n')}\n`;
}

function resultRow({ check, findings, faults = [] }: CheckResult): string[] {
  if (findings.length === 0 && faults.length > 0) return ['?', check.name, PARTLY];
  return findings.length === 0
    ? ['✓', check.name, escapeMarkdown(check.claim)]
    : ['✗', `**${check.name}**`, escapeMarkdown(check.failure)];
}

function findingsText({ check, findings }: CheckResult): string {
  const rules = [...new Set(findings.map(({ rule }) => rule))];
  const groups = rules.map((rule) => {
    const found = findings.filter((finding) => finding.rule === rule).map(findingText);
    return `${escapeMarkdown(check.rules[rule] ?? '')}\n\n${found.join('\n')}`;
  });
  return [`## ${check.name}: ${escapeMarkdown(check.failure)}`, ...groups].join('\n\n');
}

function findingText(finding: Finding): string {
  const { remedy } = finding;
  return `- ${codeSpan(placeText(finding))}: ${escapeMarkdown(saidOfBoth(finding))}  \n  ${escapeMarkdown(remedy)}`;
}

function details(name: string, table: Table): string {
  const rows = table.rows.map((cells) => cells.map(escapeMarkdown));
  const shown = markdownTable({ columns: table.columns, rows });
  return `<details><summary>${name}</summary>\n\n${shown}\n\n</details>`;
}

const HEADINGS: Readonly<Record<Level, string>> = {
  major: 'Breaking',
  minor: 'New, or more is possible',
  patch: 'Other',
};

/** What changed in the interface, for those who call it: by level, and by operation within. */
function changelog({ from, to, changes, recorded }: Comparison): string {
  const title = `## The interface, from ${escapeMarkdown(from)} to ${escapeMarkdown(to)}`;
  if (changes.length === 0) return `${title}\n\nNothing changed for clients.`;
  const levels = (['major', 'minor', 'patch'] as const).flatMap((level) => {
    const found = changes.filter((change) => change.level === level);
    return found.length === 0 ? [] : [`### ${HEADINGS[level]}\n\n${operations(found)}`];
  });
  const traffic = recorded === undefined ? [] : [escapeMarkdown(`Of ${recordingText(recorded)}.`)];
  return [title, ...levels, ...traffic].join('\n\n');
}

function operations(changes: readonly Change[]): string {
  const names = [...new Set(changes.map(({ operation }) => operation))];
  return names
    .flatMap((name) => [
      `- ${codeSpan(name)}`,
      ...changes.filter(({ operation }) => operation === name).map((each) => `  - ${entry(each)}`),
    ])
    .join('\n');
}

function entry({ message, witness, recorded }: Change): string {
  const example = witness === undefined ? '' : `, such as ${codeSpan(shownValue(witness.value))}`;
  // Recorded bodies are not for everybody who reads what changed.
  const count = recorded === undefined ? '' : `; ${escapeMarkdown(countText(recorded))}`;
  return `${escapeMarkdown(message)}${example}${count}`;
}

/** For code scanning and editors. */
function sarif(results: readonly CheckResult[]): string {
  return sarifLog(
    'plant-store check',
    results.flatMap(({ check }) =>
      Object.entries(check.rules).map(([rule, why]) => ({
        ...{ id: `${check.name}/${rule}`, claim: check.claim, why },
      })),
    ),
    results.flatMap(({ check, findings }) =>
      findings.map((finding) => ({
        ...{ ruleId: `${check.name}/${finding.rule}`, place: finding, message: finding.message },
        text: `${said(finding)}; ${finding.remedy}`,
        ...(finding.base && { related: { place: finding.base, text: 'in the base' } }),
      })),
    ),
  );
}

/** @returns what is written, which ends with a line end unless it is empty */
export type Format = (results: readonly CheckResult[]) => string;

/** The output formats of the drift gate, by the name that `--format` takes. */
export const formats: Readonly<Record<string, Format>> = {
  text,
  json,
  github,
  junit,
  sarif,
  markdown,
};
