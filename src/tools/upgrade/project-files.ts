import { isUtf8 } from 'node:buffer';
import fs from 'node:fs';
import path from 'node:path';
import { askGit } from '../cli';

/** Folders whose files are made by tools. */
const MADE = ['.git', 'dist', 'node_modules'];

/** More than a source file has. */
const MAX_BYTES = 2 ** 24;

/** The texts of a project by their paths in it, without files that git ignores or that a link leads to. */
export function readProject(folder: string): ReadonlyMap<string, string> {
  const call = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'] as const;
  const listed = askGit(folder, ...call)?.split('\0') ?? [];
  // Of a folder that a repository around it ignores, git lists nothing.
  const files = new Set(listed.includes('package.json') ? listed : below(folder, ''));
  const texts = new Map<string, string>();
  for (const file of [...files].filter((each) => isOwn(folder, each)).sort()) {
    const bytes = fs.readFileSync(path.join(folder, file));
    if (isUtf8(bytes)) texts.set(file, bytes.toString());
  }
  return texts;
}

function below(folder: string, within: string): string[] {
  const entries = fs.readdirSync(path.join(folder, within), { withFileTypes: true });
  return entries.flatMap((entry) => {
    const name = path.posix.join(within, entry.name);
    return entry.isDirectory() && !MADE.includes(entry.name) ? below(folder, name) : [name];
  });
}

/** True for a file that an upgrade may change or remove. */
export function isOwn(folder: string, name: string): boolean {
  const file = path.join(fs.realpathSync(folder), name);
  const stats = fs.lstatSync(file, { throwIfNoEntry: false });
  if (stats?.isFile() !== true || stats.size > MAX_BYTES) return false;
  return fs.realpathSync(file) === file && !name.split('/').some((part) => MADE.includes(part));
}

export function replaceFile(folder: string, name: string, text: string): void {
  const file = path.join(folder, name);
  const next = `${file}.${process.pid}.tmp`;
  fs.writeFileSync(next, text, { flag: 'wx', mode: fs.statSync(file).mode });
  fs.renameSync(next, file);
}
