import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { readIfRegular, writeRegularFile } from '../cli';
import type { GeneratedFiles } from './generate';

/** The mark in the head of each generated file. */
const GENERATED_MARK = /@generated from .* by .* generate; do not edit/;

/** A difference between a generated file on disk and the document. */
export interface FileDrift {
  readonly file: string;
  readonly kind: 'edited' | 'missing' | 'stray';
}

/**
 * Writes the files that differ, and removes files of an earlier generation. Files without the mark of generated ones
 * are not removed.
 *
 * @returns the changes; empty when the folder is up to date
 * @throws Error of the file system when a file cannot be written
 * @example
 * ```ts
 * import { generate, readDocument, writeGenerated } from 'openapi-trellis-tools/generate';
 *
 * const source = readDocument('spec/openapi.yaml');
 * const files = await generate(source, { runtimeModule: 'openapi-trellis/contract/runtime' });
 * for (const { file, kind } of writeGenerated('generated', files)) console.log(kind, file);
 * ```
 */
export function writeGenerated(folder: string, files: GeneratedFiles): FileDrift[] {
  const drifts = compareGenerated(folder, files).filter(
    ({ file, kind }) => kind !== 'stray' || isMarked(path.join(folder, file)),
  );
  mkdirSync(folder, { recursive: true });
  for (const { file, kind } of drifts) {
    const target = path.join(folder, file);
    if (kind === 'stray') rmSync(target);
    else writeRegularFile(target, files.get(file) ?? '');
  }
  return drifts;
}

function isMarked(file: string): boolean {
  return GENERATED_MARK.test((readIfRegular(file) ?? '').slice(0, 200));
}

/**
 * Compares the files of a folder with those generated from the document, byte for byte. Only line ends may differ:
 * version control writes CRLF in some working trees.
 *
 * @returns the differences: files that were edited, are missing, or are `stray` (only in the folder)
 * @example
 * ```ts
 * import { compareGenerated, generate, readDocument } from 'openapi-trellis-tools/generate';
 *
 * const source = readDocument('spec/openapi.yaml');
 * const files = await generate(source, { runtimeModule: 'openapi-trellis/contract/runtime' });
 * if (compareGenerated('generated', files).length > 0) process.exitCode = 1;
 * ```
 */
export function compareGenerated(folder: string, files: GeneratedFiles): FileDrift[] {
  const present = listFiles(folder);
  const stray = present
    .filter((file) => !files.has(file))
    .map((file): FileDrift => ({ file, kind: 'stray' }));
  const changed = [...files].flatMap(([file, content]): FileDrift[] => {
    if (!present.includes(file)) return [{ file, kind: 'missing' }];
    const text = readIfRegular(path.join(folder, file));
    return text !== undefined && withLineFeeds(text) === content ? [] : [{ file, kind: 'edited' }];
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
