import { changeRules, levelText } from '../../src/tools/check/breaking/change';
import { markdownTable } from '../../src/tools/findings/index';

/** The rules of changes with their default levels. */
export function changeRulesTable(): string {
  const rows = Object.entries(changeRules).map(([rule, entry]) => [
    `\`${rule}\``,
    levelText(entry),
    entry.why,
  ]);
  const table = markdownTable({ columns: ['rule', 'level', 'why it matters'], rows });
  return `<!-- prettier-ignore -->\n${table}`;
}
