import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Files that the package ships beside its code, which runs from `src` or, compiled, from `dist/src`. */

/** The folder of the package: of a checkout, or where it is installed. */
export const PACKAGE_ROOT = findRoot(__dirname);

function findRoot(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error('The package.json of the package is missing');
  return findRoot(parent);
}

/** The bundled document, as JSON and as YAML, in UTF-8. */
export function readDocuments(): { json: Uint8Array; yaml: Uint8Array } {
  const read = (name: string): Uint8Array =>
    readFileSync(path.join(PACKAGE_ROOT, 'generated', name));
  return { json: read('openapi.json'), yaml: read('openapi.yaml') };
}

/** The version of the package, such as `1.0.0`. */
export function readVersion(): string {
  const text = readFileSync(path.join(PACKAGE_ROOT, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
