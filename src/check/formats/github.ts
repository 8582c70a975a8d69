import { githubAnnotation } from '../../cli/github-annotation';
import { said } from '../finding';
import type { CheckResult } from '../run-checks';

/** An annotation on the line of each finding. */
export function github(results: readonly CheckResult[]): string {
  const annotations = results.flatMap(({ check, findings }) =>
    findings.map((finding) => {
      const { rule, file, line, remedy } = finding;
      return githubAnnotation({
        level: 'error',
        ...{ file, line },
        title: `${check.name}: ${rule}`,
        message: `${said(finding)}; ${remedy}\n${check.rules[rule] ?? ''}`,
      });
    }),
  );
  return annotations.join('');
}
