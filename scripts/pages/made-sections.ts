import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { changeRulesTable } from './change-rules';

/** What makes each section, by the name that its comment in a page has. */
const SECTIONS: Readonly<Record<string, () => string>> = {
  'rules of changes': changeRulesTable,
};

const ROOT = path.join(__dirname, '..', '..');

/** Between these comments stands what is made. */
const SECTION = /^(<!-- made by npm run pages: (.*) -->\n)[\s\S]*?^(<!-- end -->)$/gm;

/** The pages with made sections, each by its path with the text that it should have. */
export function madePages(): Map<string, string> {
  const files = readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(ROOT, 'docs', name));
  const texts = files.map((file) => [file, readFileSync(file, 'utf8')] as const);
  return new Map(
    texts
      .filter(([, text]) => text.search(SECTION) >= 0)
      .map(([file, text]) => [file, text.replaceAll(SECTION, withSection)]),
  );
}

function withSection(_: string, start: string, name: string, end: string): string {
  const make = SECTIONS[name];
  if (make === undefined) throw new Error(`There is no section "${name}" that is made`);
  return `${start}\n${make()}\n\n${end}`;
}

export function writePages(): void {
  for (const [file, text] of madePages()) writeFileSync(file, text);
}
