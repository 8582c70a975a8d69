import { isUtf8 } from 'node:buffer';
import fs from 'node:fs';
import path from 'node:path';
import { askGit } from '../cli';

/** Folders whose files are made by tools. */
const MADE = ['.git', 'dist', 'node_modules'];

/** The texts of a project by their paths in it, without files that git ignores or that a link leads to. */
export function readProject(folder: string): ReadonlyMap<string, string> {
  const call = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'] as const;
  const listed = askGit(folder, ...call)?.split('\0') ?? [];
  // Of a folder that a repository around it ignores, git lists nothing.
  const files = new Set(listed.includes('package.json') ? listed : below(folder, ''));
  const own = [...files].filter((file) => isOwn(folder, file)).sort();
  const read = own.map((file) => [file, fs.readFileSync(path.join(folder, file))] as const);
  return new Map(
    read.filter(([, bytes]) => isUtf8(bytes)).map(([file, bytes]) => [file, bytes.toString()]),
  );
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
  return (
    !name.split('/').some((part) => MADE.includes(part)) &&
    fs.lstatSync(file, { throwIfNoEntry: false })?.isFile() === true &&
    fs.realpathSync(file) === file
  );
}

/** Replaces a file by one with another text. */
export function replaceFile(folder: string, name: string, text: string): void {
  const file = path.join(folder, name);
  const next = `${file}.${process.pid}.tmp`;
  fs.writeFileSync(next, text, { flag: 'wx', mode: fs.statSync(file).mode });
  fs.renameSync(next, file);
}
