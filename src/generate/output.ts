import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { GENERATED_MARK, type GeneratedFiles } from './generate';

/** How a generated file on disk differs from what the document gives. */
export interface FileDrift {
  readonly file: string;
  readonly kind: 'edited' | 'missing' | 'stray';
}

/**
 * Writes the files that differ, and removes what an earlier generation left and this one does not
 * give. Files that are not marked as generated are left alone.
 *
 * @returns what changed
 */
export function writeGenerated(folder: string, files: GeneratedFiles): FileDrift[] {
  const drifts = compareGenerated(folder, files).filter(
    ({ file, kind }) => kind !== 'stray' || isMarked(path.join(folder, file)),
  );
  mkdirSync(folder, { recursive: true });
  for (const { file, kind } of drifts) {
    const target = path.join(folder, file);
    if (kind === 'stray') rmSync(target);
    else writeFileSync(target, files.get(file) ?? '');
  }
  return drifts;
}

function isMarked(file: string): boolean {
  return GENERATED_MARK.test(readFileSync(file, 'utf8').slice(0, 200));
}

/**
 * Compares the files of a folder with those that the document gives, byte for byte. Only line ends may
 * differ: version control writes CRLF in some working trees.
 */
export function compareGenerated(folder: string, files: GeneratedFiles): FileDrift[] {
  const present = listFiles(folder);
  const stray = present
    .filter((file) => !files.has(file))
    .map((file): FileDrift => ({ file, kind: 'stray' }));
  const changed = [...files].flatMap(([file, content]): FileDrift[] => {
    if (!present.includes(file)) return [{ file, kind: 'missing' }];
    const text = readFileSync(path.join(folder, file), 'utf8');
    return withLineFeeds(text) === content ? [] : [{ file, kind: 'edited' }];
  });
  return [...changed, ...stray];
}

function withLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** Relative names of all files below a folder, sorted, with forward slashes; empty when it does not exist. */
function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
      .map((file) => file.split(path.sep).join('/'))
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
