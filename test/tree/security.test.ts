import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** SECURITY.md names the tests that show what it says. */

const ROOT = path.join(__dirname, '..', '..');

const rows = readFileSync(path.join(ROOT, 'SECURITY.md'), 'utf8')
  .split('\n## Threats\n')[1]!
  .split('\n## ')[0]!
  .split('\n')
  .filter((line) => /^\| (?!threat|-)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));

it('SECURITY.md has a row for each risk of the list', () => {
  const risks = rows.map(([, threat]) => /^API\d+/.exec(threat!)?.[0]).filter(Boolean);
  expect(risks).toEqual(Array.from({ length: 10 }, (_, index) => `API${index + 1}`));
});

it.each(rows.map((cells) => [cells[1]!, cells]))('%s: its tests exist', (_, cells) => {
  const files = cells[4]!.match(/test\/[\w./-]+/g) ?? [];
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});
