import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Writes the files of a document to a new folder within one.
 *
 * @param files text by name, which may hold folders
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
