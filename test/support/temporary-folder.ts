import { mkdtempSync, rmSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A new empty folder, removed after the tests of the calling block. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'contract-test-'));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/**
 * Writes the files of a document to a new folder within one.
 *
 * @param files texts by file name, which may contain folders
 * @returns the new folder
 */
export function writeFiles(within: string, files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(path.join(within, 'document-'));
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return folder;
}
