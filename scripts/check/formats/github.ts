import { githubAnnotation } from '../../github-annotation';
import type { CheckResult } from '../run-checks';

/** An annotation on the line of each finding. */
export function github(results: readonly CheckResult[]): string {
  const annotations = results.flatMap(({ check, findings }) =>
    findings.map(({ rule, file, line, message, remedy }) =>
      githubAnnotation({
        level: 'error',
        ...{ file, line },
        title: `${check.name}: ${rule}`,
        message: `${message}; ${remedy}\n${check.rules[rule] ?? ''}`,
      }),
    ),
  );
  return annotations.join('');
}
