import { checks } from '../../src/tools/judge/checks/index';
import { markdownTable } from '../../src/tools/findings/index';

/** The checks of conformance testing with their rules. */
export function conformanceChecksTable(): string {
  const rows = checks.map(({ id, rule }) => [`\`${id}\``, rule]);
  return `<!-- prettier-ignore -->\n${markdownTable({ columns: ['check', 'rule'], rows })}`;
}
