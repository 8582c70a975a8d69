import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Files that the package contains next to its code, which runs from `src` or, compiled, from `dist/src`. */

/** The root folder of the package: of a checkout, or of the installation. */
export const ROOT = findRoot(__dirname);

function findRoot(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error('The package.json of the package is missing');
  return findRoot(parent);
}

/** The version of the package, such as `1.0.0`. */
export function readVersion(): string {
  const text = readFileSync(path.join(ROOT, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
