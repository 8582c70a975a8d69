import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Files that the package contains next to its code, which runs from `src` or, compiled, from `dist/src`. */

const ROOT = findRoot(__dirname);

function findRoot(folder: string): string {
  return existsSync(path.join(folder, 'package.json')) ? folder : findRoot(path.dirname(folder));
}

/** The bundled document, as JSON and as YAML, in UTF-8. */
export function readDocuments(): { json: Uint8Array; yaml: Uint8Array } {
  const read = (name: string): Uint8Array => readFileSync(path.join(ROOT, 'generated', name));
  return { json: read('openapi.json'), yaml: read('openapi.yaml') };
}

/** The parts of package.json that commands name. */
export function readManifest(): {
  /** Such as `1.0.0`. */
  readonly version: string;
  /** The versions that this package is developed with. */
  readonly devDependencies: Readonly<Record<string, string>>;
} {
  const text = readFileSync(path.join(ROOT, 'package.json'), 'utf8');
  return JSON.parse(text) as ReturnType<typeof readManifest>;
}
