import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { withAncestors } from './regular-file';

/** Files that the package contains next to its code, which runs from its folder or, compiled, from `dist`. */

/** The package that services run on, a peer of this one. */
export const RUNTIME = 'openapi-trellis';

/** The folder of the package. */
export const ROOT = findRoot();

function findRoot(): string {
  const root = withAncestors(__dirname).find((each) => existsSync(path.join(each, 'package.json')));
  if (root === undefined) throw new Error('The package.json of the package is missing');
  return root;
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
