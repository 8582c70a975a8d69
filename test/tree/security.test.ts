import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** SECURITY.md names the tests that show what it says. */

const ROOT = path.join(__dirname, '..', '..');

const page = readFileSync(path.join(ROOT, 'SECURITY.md'), 'utf8');

/** The rows of the table under a heading, by the text of their first cell. */
function rowsOf(heading: string): [name: string, cells: string[]][] {
  const section = page.split(`\n## ${heading}\n`)[1]!.split('\n## ')[0]!;
  const lines = section.split('\n').filter((line) => line.startsWith('| '));
  // Behind the names of the columns and the line below them.
  return lines.slice(2).map((line) => {
    const [, ...cells] = line.split('|').map((cell) => cell.trim());
    return [cells[0]!, cells];
  });
}

const threats = rowsOf('Threats');

it('SECURITY.md has a row for each risk of the list', () => {
  const risks = threats.map(([threat]) => /^API\d+/.exec(threat)?.[0]).filter(Boolean);
  expect(risks).toEqual(Array.from({ length: 10 }, (_, index) => `API${index + 1}`));
});

it.each([...rowsOf('Who is trusted with what'), ...threats])('%s: its tests exist', (_, cells) => {
  const files = cells[3]!.match(/test\/[\w./-]+/g) ?? [];
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});
