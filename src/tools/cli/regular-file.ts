import { lstatSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** More than any API description has, and small enough for memory. */
const MAX_MEBIBYTES = 100;

/** A file that could be read forever, or fill the memory. Its `code` replaces that of a file system error. */
export class IrregularFileError extends Error {
  override readonly name = 'IrregularFileError';

  constructor(
    file: string,
    readonly code: string,
  ) {
    super(`${file} cannot be read: ${code}`);
  }
}

/**
 * Reads a text file that may come from others: a document, or a file next to one.
 * @returns its text, read as UTF-8
 * @throws Error with a `code`: the file system's, or why a device, a pipe or a file over 100 MiB is not read
 */
export function readRegularFile(file: string): string {
  const stats = statSync(file);
  // The file system itself rejects reading a folder.
  if (!stats.isFile() && !stats.isDirectory()) {
    throw new IrregularFileError(file, 'it is not a regular file');
  }
  checkSize(file, stats.size);
  return readFileSync(file, 'utf8');
}

/** @throws IrregularFileError for more than 100 MiB */
export function checkSize(file: string, bytes: number): void {
  if (bytes <= MAX_MEBIBYTES * 2 ** 20) return;
  throw new IrregularFileError(file, `it has more than ${MAX_MEBIBYTES} MiB`);
}

/** Like `readRegularFile`; undefined for a file that cannot be read. */
export function readIfRegular(file: string): string | undefined {
  try {
    return readRegularFile(file);
  } catch {
    return undefined;
  }
}

/**
 * Writes a file, replacing a link or a pipe of that name: in a checkout from others these could lead anywhere.
 * @throws Error of the file system when it cannot be written
 */
export function writeRegularFile(file: string, text: string): void {
  const before = lstatSync(file, { throwIfNoEntry: false });
  const isOther = before !== undefined && !before.isFile() && !before.isDirectory();
  if (isOther) rmSync(file);
  writeFileSync(file, text);
}

/** True for a folder itself and for all paths below it, without following links. */
export function isWithin(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return !path.isAbsolute(relative) && !/^\.\.(?:[\\/]|$)/.test(relative);
}

/** A folder and all above it, the nearest first. */
export function withAncestors(folder: string): readonly string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [folder, ...withAncestors(parent)];
}
