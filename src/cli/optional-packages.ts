import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { CommandError } from './command-line';
import { ROOT } from './package-files';

/**
 * Packages that only some commands need: those of the TypeScript world, and what watches files. They are peers that
 * may be missing where the package is installed: who serves, or checks a document alone, does without them.
 */

/** What generation makes types with, in the one version that it is made for. */
const LAYOUT = 'openapi-typescript';
const COMPILER = 'typescript';

const WATCHER = '@parcel/watcher';

/** @throws CommandError naming what generation needs and what is not installed so */
export function requireGenerators(): void {
  requireVersions('Generation', {
    [LAYOUT]: (version) => version === wanted(LAYOUT),
    [COMPILER]: hasInterface,
  });
}

/** @throws CommandError where there is no compiler that other programs can use */
export function requireCompiler(purpose: string): void {
  requireVersions(purpose, { [COMPILER]: hasInterface });
}

/** @throws CommandError where nothing watches files */
export function requireWatcher(): void {
  requireVersions('Development', { [WATCHER]: () => true });
}

/** Those from 7 on have no interface for other programs yet. */
function hasInterface(version: string): boolean {
  return Number.parseInt(version) < 7;
}

function requireVersions(
  purpose: string,
  packages: Readonly<Record<string, (version: string) => boolean>>,
): void {
  const unfit = Object.entries(packages).flatMap(([name, isFit]) => {
    const version = installed(name);
    return version !== undefined && isFit(version) ? [] : [{ name, version }];
  });
  if (unfit.length === 0) return;
  const found = unfit.map(({ name, version }) => `${name} ${version ?? 'is not installed'}`);
  const install = Object.keys(packages).map((name) => `${name}@${wanted(name)}`);
  throw new CommandError(
    `${purpose} needs other packages (${found.join(', ')}); run: npm install --save-dev ${install.join(' ')}`,
  );
}

function installed(name: string): string | undefined {
  try {
    return manifest(createRequire(__filename).resolve(`${name}/package.json`)).version;
  } catch {
    // Node finds no such package.
    return undefined;
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
 * The program of the native TypeScript compiler for this platform. The script of its package would leave
 * it behind when it is ended.
 *
 * @throws Error when there is none for this platform, or optional packages were not installed
 */
export function nativeCompiler(): string {
  const name = process.platform === 'win32' ? 'tsc.exe' : 'tsc';
  const platform = `@typescript/typescript-${process.platform}-${process.arch}`;
  return path.join(path.dirname(require.resolve(`${platform}/package.json`)), 'lib', name);
}
