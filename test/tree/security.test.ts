import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** SECURITY.md names the tests that show what it says. */

const ROOT = path.join(__dirname, '..', '..');

const page = readFileSync(path.join(ROOT, 'SECURITY.md'), 'utf8');

/** The sections under a heading that name tests, each by its own heading. */
function sectionsOf(heading: string): [name: string, text: string][] {
  const [, text] = page.split(`\n## ${heading}\n`);
  const [, ...sections] = text!.split('\n## ')[0]!.split('\n### ');
  return sections.map((section) => [section.split('\n')[0]!, section]);
}

const threats = sectionsOf('Threats');

it('SECURITY.md has a section for each risk of the list', () => {
  const risks = threats.map(([threat]) => /^API\d+/.exec(threat)?.[0]).filter(Boolean);
  expect(risks).toEqual(Array.from({ length: 10 }, (_, index) => `API${index + 1}`));
});

const inputs = sectionsOf('Who is trusted with what').filter(([name]) => name !== 'TLS');

it.each([...inputs, ...threats])('%s: its tests exist', (_, text) => {
  const files = text.split('\nTests: ')[1]?.match(/test\/[\w./-]+/g) ?? [];
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});
