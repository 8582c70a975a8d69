import path from 'node:path';
import { CompositionError } from './composition';

/** The folder of this package. A program that has this module bundled into it finds the installed one. */
export function packageFolder(): string {
  return path.dirname(require.resolve('openapi-trellis/package.json'));
}

/** A copy of this package that the process has loaded. */
interface LoadedCopy {
  /** For a program that has it bundled into it, the program's file. */
  readonly folder: string;
  readonly version: string;
}

/** Its getters take milliseconds, so they are called only where there are several copies. */
const OWN: LoadedCopy = {
  get folder() {
    try {
      const folder = packageFolder();
      return __filename.startsWith(folder + path.sep) ? folder : __filename;
    } catch {
      // A bundle needs no installed package.
      return __filename;
    }
  },
  get version() {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- bundlers put it into the bundle
    return (require('openapi-trellis/package.json') as LoadedCopy).version;
  },
};

/** Known to the copies of all versions. */
const COPIES = Symbol.for('openapi-trellis');

const copies = ((globalThis as Partial<Record<symbol, LoadedCopy[]>>)[COPIES] ??= []);
copies.push(OWN);

/**
 * Checks that the process has loaded one copy of this package: a `Failure` of another would be a fault. Folders are
 * compared, since Jest loads the same files several times.
 *
 * @throws CompositionError naming each copy
 */
export function checkOneRuntime(): void {
  if (copies.length === 1) return;
  const versions = new Map(copies.map(({ folder, version }) => [folder, version]));
  if (versions.size === 1) return;
  const places = [...versions].map(([folder, version]) => `${version} in ${folder}`);
  throw new CompositionError(
    `openapi-trellis is loaded from several places (${places.join(', ')}), and each takes a Failure of another for a fault; keep one of them: npm ls openapi-trellis`,
  );
}
