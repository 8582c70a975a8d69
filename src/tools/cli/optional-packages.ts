import { createRequire } from 'node:module';
import path from 'node:path';
import { CommandError } from './command-line';
import { readManifest, ROOT } from './package-files';

/** The file watcher: it has an install script, and only `dev` needs it. */
const WATCHER = '@parcel/watcher';

/** @throws CommandError if the file watcher is missing */
export function requireWatcher(): void {
  try {
    createRequire(__filename).resolve(WATCHER);
  } catch {
    const wanted = `${WATCHER}@${readManifest().trellis.packages[WATCHER]}`;
    throw new CommandError(
      `Development needs ${WATCHER}, which is not installed; run: npm install --save-dev ${wanted}`,
    );
  }
}

/**
 * The executable of the native TypeScript compiler for this platform. The script of its package would leave the
 * executable running when it is ended.
 * @param folder whose packages are searched
 * @throws Error when there is none for this platform, or optional packages were not installed
 */
export function nativeCompiler(folder = ROOT): string {
  const { resolve } = createRequire(path.join(folder, 'package.json'));
  const name = process.platform === 'win32' ? 'tsc.exe' : 'tsc';
  const platform = `@typescript/typescript-${process.platform}-${process.arch}`;
  return path.join(path.dirname(resolve(`${platform}/package.json`)), 'lib', name);
}
