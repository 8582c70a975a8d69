import { checks } from '../../src/tools/check/checks';
import { checks as conformanceChecks } from '../../src/tools/judge/checks/index';
import { markdownTable } from '../../src/tools/findings/index';

const ELSEWHERE = new Set(conformanceChecks.map(({ id }) => id));

/** The rules of all checks except those of changes and of conformance testing, which have their own tables. */
export function checkRulesTable(): string {
  const rows = checks
    .filter(({ name }) => name !== 'breaking')
    .flatMap(({ name, rules }) =>
      Object.entries(rules)
        .filter(([rule]) => !ELSEWHERE.has(rule))
        .map(([rule, why]) => [`\`${name}\``, `\`${rule}\``, why]),
    );
  const table = markdownTable({ columns: ['check', 'rule', 'why it matters'], rows });
  return `<!-- prettier-ignore -->\n${table}`;
}
