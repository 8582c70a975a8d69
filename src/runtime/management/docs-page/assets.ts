import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The files of the docs page: its own, and those of Swagger UI that it loads. */

/** The folder of the package, for a program that has this module bundled into it, too. */
const PACKAGE = path.dirname(require.resolve('openapi-trellis/package.json'));

const OWN = path.join(PACKAGE, 'management', 'docs-page', 'browser');

/**
 * The copies that the build makes, so a service needs no other files of the package
 * swagger-ui-dist.
 */
const BUILT = path.join(PACKAGE, 'dist', 'swagger-ui');

/** A file of the page itself. */
export function readOwn(name: string): Promise<Uint8Array> {
  return readFile(path.join(OWN, name));
}

/** A file of Swagger UI: from the build or, without one, from the package. */
export function readSwaggerUi(name: string): Promise<Uint8Array> {
  const built = path.join(BUILT, name);
  return readFile(existsSync(built) ? built : require.resolve(`swagger-ui-dist/${name}`));
}
