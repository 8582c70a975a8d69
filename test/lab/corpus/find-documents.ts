import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { CommandError } from '../../../src/tools/cli/command-line';

const DOCUMENT = /\.(?:ya?ml|json)$/i;
const CONVENTIONAL = /^openapi\.(?:ya?ml|json)$/i;

/** The field that identifies an OpenAPI 3 document, in YAML or JSON. */
const OPENAPI_FIELD = /(?:^|[{,\s])["']?openapi["']?\s*:\s*["']?3\./;

/**
 * The OpenAPI documents of a folder, by name. A subfolder may hold a document of several files; only its root counts,
 * which is called `openapi` or has the field `openapi`.
 * @throws CommandError when it is not a folder or holds no document
 */
export function findDocuments(folder: string): string[] {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new CommandError(`There is no folder at ${folder}`);
  }
  const found = documentsIn(folder, false);
  if (found.length === 0) throw new CommandError(`There is no OpenAPI document in ${folder}`);
  return found;
}

function documentsIn(folder: string, several: boolean): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  const files = entries.filter((entry) => entry.isFile() && DOCUMENT.test(entry.name));
  const conventional = files.filter(({ name }) => several && CONVENTIONAL.test(name));
  const candidates = conventional.length > 0 ? conventional : files;
  const documents = candidates.map(({ name }) => path.join(folder, name)).filter(isDocument);
  // Below the root of a document of several files are only its parts.
  if (several && documents.length > 0) return documents;
  const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'));
  return [
    ...documents,
    ...folders.flatMap(({ name }) => documentsIn(path.join(folder, name), true)),
  ];
}

function isDocument(file: string): boolean {
  return OPENAPI_FIELD.test(readFileSync(file, 'utf8'));
}
