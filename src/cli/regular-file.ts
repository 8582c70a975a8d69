import { lstatSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** More than any description of an API has, and little enough to be held in memory. */
const MAX_MEBIBYTES = 100;

/** A file that could be read for ever, or fill the memory. Its code stands where those of the file system do. */
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
 * Reads the text of a file that somebody else may have made: of a document, or of what lies beside one.
 *
 * @returns its text, read as UTF-8
 * @throws Error with a `code`: that of the file system, or why a device, a pipe or what has more than 100 MiB is not read
 */
export function readRegularFile(file: string): string {
  const stats = statSync(file);
  // The file system itself refuses to read a folder.
  if (!stats.isFile() && !stats.isDirectory()) {
    throw new IrregularFileError(file, 'it is not a regular file');
  }
  checkSize(file, stats.size);
  return readFileSync(file, 'utf8');
}

/** @throws IrregularFileError for what has more than 100 MiB */
export function checkSize(file: string, bytes: number): void {
  if (bytes <= MAX_MEBIBYTES * 2 ** 20) return;
  throw new IrregularFileError(file, `it has more than ${MAX_MEBIBYTES} MiB`);
}

/** The same, with undefined for what cannot be read. */
export function readIfRegular(file: string): string | undefined {
  try {
    return readRegularFile(file);
  } catch {
    return undefined;
  }
}

/**
 * Writes a file in place of a link or a pipe that has its name: in a checkout of somebody else these could lead
 * anywhere.
 *
 * @throws Error of the file system when it cannot be written
 */
export function writeRegularFile(file: string, text: string): void {
  const before = lstatSync(file, { throwIfNoEntry: false });
  const isOther = before !== undefined && !before.isFile() && !before.isDirectory();
  if (isOther) rmSync(file);
  writeFileSync(file, text);
}

/** True for a folder itself and for what is below it, by name: links are not followed. */
export function isWithin(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return !path.isAbsolute(relative) && !/^\.\.(?:[\\/]|$)/.test(relative);
}
