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

/** Default paths in a checkout of this project, for its own service. */
export const DEFAULT_SPEC = path.join(ROOT, 'spec', 'openapi.yaml');
export const DEFAULT_OUT = path.join(ROOT, 'generated');
export const DEFAULT_EXTENSIONS = path.join(ROOT, 'src', 'extensions.ts');
export const DEFAULT_HANDLERS = path.join(ROOT, 'src', 'plant-store', 'plants', 'handlers');
export const DEFAULT_AUTHENTICATORS = path.join(ROOT, 'src', 'plant-store', 'authenticators.ts');
