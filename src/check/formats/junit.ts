import { junitReport } from '../../cli/junit';
import type { CheckResult } from '../run-checks';
import { line } from './text';

/** One test case a check, one failure element for all that it found. */
export function junit(results: readonly CheckResult[]): string {
  const cases = results.map(({ check, findings }) => {
    const failure = findings.map(line).join('\n');
    return { name: check.name, className: 'check', ...(failure !== '' && { failure }) };
  });
  return junitReport('check', cases);
}
