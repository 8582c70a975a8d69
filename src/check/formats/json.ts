import type { Table } from '../drift-check';
import type { CheckResult } from '../run-checks';

/** For programs. */
export function json(results: readonly CheckResult[]): string {
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
  return `${JSON.stringify(report, null, 2)}\n`;
}

/** An object for each row, by the names of the columns. */
function records({ columns, rows }: Table): object[] {
  return rows.map((cells) =>
    Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ''])),
  );
}
