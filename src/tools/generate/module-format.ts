import path from 'node:path';
import { compilerOptions, readIfRegular } from '../cli';
import { asObject, jsonIn } from '../document';

/** How generated files import others: in CommonJS, in ES modules, or in either by the names of the sources. */
export type ModuleFormat = 'commonjs' | 'esm' | 'ts';

/**
 * The module format of a folder, from the nearest package.json.
 *
 * @see https://nodejs.org/api/packages.html#determining-module-system
 */
export function moduleFormatOf(folder: string): ModuleFormat {
  return isModuleType(nearest(folder, 'package.json')) ? 'esm' : 'commonjs';
}

/** The text of the nearest file with a name; empty where there is none. */
function nearest(folder: string, name: string): string {
  const text = readIfRegular(path.join(folder, name));
  const parent = path.dirname(folder);
  return text ?? (parent === folder ? '' : nearest(parent, name));
}

/**
 * True in a folder whose files may import `.ts` files, by the nearest tsconfig.json. Node runs such files.
 *
 * @see https://nodejs.org/api/typescript.html#type-stripping
 */
export function importsSources(folder: string): boolean {
  // Other projects need no compiler for this.
  if (!/"extends"|Extensions"/.test(nearest(folder, 'tsconfig.json'))) return false;
  const { allowImportingTsExtensions, rewriteRelativeImportExtensions } = compilerOptions(folder);
  return allowImportingTsExtensions === true || rewriteRelativeImportExtensions === true;
}

function isModuleType(manifest: string): boolean {
  return asObject(jsonIn(manifest)).type === 'module';
}

/**
 * A module as files import it: with its extension in an ES module, where Node requires it, and without it in CommonJS,
 * where Jest finds TypeScript only without it.
 *
 * @param module a package, or a path without extension
 */
export function importName(module: string, format: ModuleFormat): string {
  const isWhole = !module.startsWith('.') || /\.[cm]?[jt]s$/.test(module);
  return isWhole ? module : module + { commonjs: '', esm: '.js', ts: '.ts' }[format];
}
