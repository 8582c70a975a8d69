import { readFileSync } from 'node:fs';
import path from 'node:path';

const FILE = path.join(__dirname, '..', '..', 'fixtures', 'upgrade', 'projects-of-1.1.0.txt');

/** Projects of `init` of 1.1.0: of ES modules and of CommonJS, of Jest and of vitest. */
export const FORMER_PROJECTS = ['notes', 'print-shop', 'beds', 'beds-commonjs'] as const;

/** The texts of a project by their paths, without what 1.1.0 generates and npm installs. */
export function formerProject(name: string): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {};
  // A line names the projects that have a file, and the file.
  const [, ...parts] = readFileSync(FILE, 'utf8').split(/^=== (.+): (.+)\n/m);
  for (let at = 0; at < parts.length; at += 3) {
    const [projects, file, text] = parts.slice(at) as [string, string, string];
    if (projects.split(' ').includes(name)) texts[file] = text;
  }
  return texts;
}
