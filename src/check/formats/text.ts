import { tableLines } from '../../cli/table';
import { recordingText } from '../breaking/traffic/recorded';
import { placeText, said, type Finding } from '../finding';
import type { CheckResult } from '../run-checks';

/** For terminals: each finding with its remedy, and once for each rule, why it matters. */
export function text(results: readonly CheckResult[]): string {
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
  return lines.map((line) => `${line}\n`).join('');
}

/** What is said of a check that found nothing and could not look everywhere. */
export const PARTLY = 'not all of it could be checked';

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
  const { remedy, base } = finding;
  const was = base === undefined ? '' : ` (in the base: ${placeText(base)})`;
  return `${placeText(finding)}: ${said(finding)}${was}; ${remedy}`;
}
