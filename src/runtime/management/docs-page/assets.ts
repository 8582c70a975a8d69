import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { packageFolder } from '../../contract';

/** The files of the docs page: its own, and those of Swagger UI that it loads. */

const OWN = path.join(packageFolder(), 'management', 'docs-page', 'browser');

/**
 * The copies that the build makes, so a service needs no other files of the package
 * swagger-ui-dist.
 */
const BUILT = path.join(packageFolder(), 'dist', 'swagger-ui');

/** A file of the page itself. */
export function readOwn(name: string): Promise<Uint8Array> {
  return readFile(path.join(OWN, name));
}

/** A file of Swagger UI: from the build or, without one, from the package. */
export function readSwaggerUi(name: string): Promise<Uint8Array> {
  const built = path.join(BUILT, name);
  return readFile(existsSync(built) ? built : require.resolve(`swagger-ui-dist/${name}`));
}
