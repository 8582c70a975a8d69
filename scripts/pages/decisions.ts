import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { markdownTable } from '../../src/tools/findings/index';

const FOLDER = path.join(__dirname, '..', '..', 'docs', 'decisions');

/** The title of a page, and the first sentence of its context. */
const PARTS = /^# (.+)$[\s\S]*?^## Context\n\n([\s\S]+?\.)\s/m;

/** Each decision with its problem. */
export function decisionsTable(): string {
  const files = readdirSync(FOLDER).filter((name) => /^\d/.test(name));
  const rows = files.map((file) => {
    const [, title, problem] = PARTS.exec(readFileSync(path.join(FOLDER, file), 'utf8')) ?? [];
    if (title === undefined || problem === undefined)
      throw new Error(`${file} has no title or no "## Context"`);
    return [`[${title}](${file})`, problem];
  });
  const table = markdownTable({ columns: ['decision', 'problem'], rows });
  return `<!-- prettier-ignore -->\n${table}`;
}
