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

/** @see https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
function github(results: readonly CheckResult[]): string {
  const findings = results.flatMap((result) => result.findings);
  const lines = findings.map(({ check, file, line, message, remedy }) => {
    const properties = { file, ...(line !== undefined && { line }), title: check };
    const list = Object.entries(properties).map(
      ([name, value]) => `${name}=${escapeProperty(value)}`,
    );
    return `::error ${list.join(',')}::${escapeData(`${message}; ${remedy}`)}\n`;
  });
  return lines.join('');
}

function escapeData(value: string): string {
  return value.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(value: string | number): string {
  return escapeData(String(value)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** One test case a check, one failure element for all that it found. */
function junit(results: readonly CheckResult[]): string {
  const failures = results.filter(({ findings }) => findings.length > 0).length;
  const cases = results.map(({ check, findings }) => {
    const name = `name="${escapeXml(check.name)}" classname="check"`;
    if (findings.length === 0) return `  <testcase ${name}/>`;
    const body = findings.map(({ file, line, message, remedy }) => {
      return `${place(file, line)}: ${message}; ${remedy}`;
    });
    return `  <testcase ${name}><failure>${escapeXml(body.join('\n'))}</failure></testcase>`;
  });
  const suite = `name="check" tests="${results.length}" failures="${failures}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite ${suite}>\n${cases.join('\n')}\n</testsuite>\n`;
}

function escapeXml(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function place(file: string, line: number | undefined): string {
  return line === undefined ? file : `${file}:${line}`;
}
