import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { CommandError } from './command-line';
import { ROOT } from './package-files';

/**
 * Packages that only some commands need: TypeScript tools and the file watcher. Serving a document needs none of them,
 * so each project installs its own. In package.json they are optional peers without a version:
 * otherwise npm would install them even without development dependencies.
 */

/** The generator of types, in the exact version that generation supports. */
const LAYOUT = 'openapi-typescript';
const COMPILER = 'typescript';

const WATCHER = '@parcel/watcher';

/** Names of packages, with a test for supported versions. */
type Packages = Readonly<Record<string, (version: string) => boolean>>;

const COMPILERS: Packages = { [COMPILER]: hasInterface };
const GENERATORS: Packages = { [LAYOUT]: (version) => version === wanted(LAYOUT), ...COMPILERS };

/** @throws CommandError naming missing packages of generation, and those in another version */
export function requireGenerators(): void {
  requirePackages('Generation', GENERATORS);
}

/** @throws CommandError if there is no compiler with an API */
export function requireCompiler(purpose: string): void {
  requirePackages(purpose, COMPILERS);
}

/** @throws CommandError if the file watcher or a package of generation is missing */
export function requireDevelopment(): void {
  requirePackages('Development', { [WATCHER]: isAny, ...GENERATORS });
}

function isAny(): boolean {
  return true;
}

/** Versions from 7 on have no API yet. */
function hasInterface(version: string): boolean {
  return Number.parseInt(version) < 7;
}

function requirePackages(purpose: string, packages: Packages): void {
  const unfit = Object.entries(packages).flatMap(([name, isFit]) => {
    const version = installed(name);
    return version !== undefined && isFit(version) ? [] : [{ name, version }];
  });
  if (unfit.length === 0) return;
  const found = unfit.map(({ name, version }) => `${name} ${version ?? 'is not installed'}`);
  const all = unfit.map(({ name }) => `${name}@${wanted(name)}`);
  throw new CommandError(
    `${purpose} needs other packages (${found.join(', ')}); run: npm install --save-dev ${all.join(' ')}`,
  );
}

/** @returns the version, which is empty if the package does not export package.json */
function installed(name: string): string | undefined {
  const { resolve } = createRequire(__filename);
  try {
    return manifest(resolve(`${name}/package.json`)).version;
  } catch {
    return isThere(() => resolve(name)) ? '' : undefined;
  }
}

function isThere(resolve: () => string): boolean {
  try {
    resolve();
    return true;
  } catch {
    return false;
  }
}

/** The version that this project is developed with. */
function wanted(name: string): string {
  return manifest(path.join(ROOT, 'package.json')).devDependencies?.[name] ?? '';
}

function manifest(file: string): {
  readonly version: string;
  readonly devDependencies?: Readonly<Record<string, string>>;
} {
  return JSON.parse(readFileSync(file, 'utf8')) as ReturnType<typeof manifest>;
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
