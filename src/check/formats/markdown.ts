import { placeText, said, type Finding } from '../finding';
import type { Table } from '../drift-check';
import type { CheckResult } from '../run-checks';
import { changelog } from './changelog';
import { codeSpan, escapeMarkdown } from './markdown-text';
import { PARTLY } from './text';

/** The summary of a pull request: which checks hold, what is wrong, and what changed in the interface. */
export function markdown(results: readonly CheckResult[]): string {
  const count = results.flatMap(({ findings }) => findings).length;
  const [comparison] = results.flatMap((result) => result.comparison ?? []);
  const parts = [
    `# Drift check: ${count === 0 ? 'no drift' : count === 1 ? '1 finding' : `${count} findings`}`,
    tableText({ columns: ['', 'check', ''], rows: results.map(resultRow) }),
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
  return `- ${codeSpan(placeText(finding))}: ${escapeMarkdown(said(finding))}  \n  ${escapeMarkdown(remedy)}`;
}

function details(name: string, table: Table): string {
  const rows = table.rows.map((cells) => cells.map(escapeMarkdown));
  const shown = tableText({ columns: table.columns, rows });
  return `<details><summary>${name}</summary>\n\n${shown}\n\n</details>`;
}

function tableText({ columns, rows }: Table): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const bar = columns.map(() => '---');
  return [row(columns), row(bar), ...rows.map(row)].join('\n');
}
