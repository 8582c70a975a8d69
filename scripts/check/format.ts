import { githubAnnotation } from '../github-annotation';
import { junitReport } from '../junit';
import { tableLines } from '../table';
import type { Check, Finding, Table } from './finding';

/** The result of a check. */
export interface CheckResult {
  readonly check: Check;
  readonly findings: readonly Finding[];
  readonly table?: Table;
}

export type Format = (results: readonly CheckResult[]) => string;

/** The output formats of the drift gate, by the name that `--format` takes. */
export const formats: Readonly<Record<string, Format>> = { text, json, github, junit };

function text(results: readonly CheckResult[]): string {
  const lines = results.flatMap(({ check, findings, table }) => {
    const rows = table === undefined ? [] : [table.columns, ...table.rows];
    const shown = tableLines(rows, 'text').map((line) => `      ${line}`);
    if (findings.length === 0) return [`ok    ${check.name}: ${check.claim}`, ...shown];
    return [
      `drift ${check.name}: ${check.failure}`,
      ...findings.map(({ file, line, message, remedy }) => {
        return `      ${place(file, line)}: ${message}; ${remedy}`;
      }),
      ...shown,
    ];
  });
  return `${lines.join('\n')}\n`;
}

function json(results: readonly CheckResult[]): string {
  const findings = results.flatMap((result) => result.findings);
  const checks = results.map(({ check }) => check.name);
  const tables = results.flatMap(({ check, table }) =>
    table ? [[check.name, records(table)]] : [],
  );
  const shown = tables.length > 0 && { tables: Object.fromEntries(tables) as object };
  return `${JSON.stringify({ checks, findings, ...shown }, null, 2)}\n`;
}

/** An object for each row, by the names of the columns. */
function records({ columns, rows }: Table): object[] {
  return rows.map((cells) =>
    Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ''])),
  );
}

function github(results: readonly CheckResult[]): string {
  const findings = results.flatMap((result) => result.findings);
  return findings
    .map(({ check, file, line, message, remedy }) =>
      githubAnnotation({
        level: 'error',
        file,
        line,
        title: check,
        message: `${message}; ${remedy}`,
      }),
    )
    .join('');
}

/** One test case a check, one failure element for all that it found. */
function junit(results: readonly CheckResult[]): string {
  const cases = results.map(({ check, findings }) => {
    const failure = findings
      .map(({ file, line, message, remedy }) => `${place(file, line)}: ${message}; ${remedy}`)
      .join('\n');
    return { name: check.name, className: 'check', ...(failure !== '' && { failure }) };
  });
  return junitReport('check', cases);
}

function place(file: string, line: number | undefined): string {
  return line === undefined ? file : `${file}:${line}`;
}
