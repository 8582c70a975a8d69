import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Files that the package contains next to its code, which runs from its folder or, compiled, from `dist`. */

/** The package that services run on, a peer of this one. */
export const RUNTIME = 'openapi-trellis';

/** The folder of the package. */
export const ROOT = findRoot(__dirname);

function findRoot(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error('The package.json of the package is missing');
  return findRoot(parent);
}

/** The fields of package.json in use. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly engines: Readonly<Record<string, string>>;
  /** Packages of new projects, in the versions that this one is developed with. */
  readonly trellis: { readonly packages: Readonly<Record<string, string>> };
}

export function readManifest(): Manifest {
  return JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as Manifest;
}
