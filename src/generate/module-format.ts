import path from 'node:path';
import { readIfRegular } from '../cli/regular-file';

/** What the compiler makes of generated files, which decides how they import. */
export type ModuleFormat = 'commonjs' | 'esm';

/**
 * The format of modules in a folder, which the nearest package.json says.
 *
 * @see https://nodejs.org/api/packages.html#determining-module-system
 */
export function moduleFormatOf(folder: string): ModuleFormat {
  const text = readIfRegular(path.join(folder, 'package.json'));
  if (text !== undefined) return isModuleType(text) ? 'esm' : 'commonjs';
  const parent = path.dirname(folder);
  return parent === folder ? 'commonjs' : moduleFormatOf(parent);
}

function isModuleType(manifest: string): boolean {
  try {
    return (JSON.parse(manifest) as { readonly type?: unknown } | null)?.type === 'module';
  } catch {
    return false;
  }
}

/**
 * A module as files import it: with its ending in an ES module, where Node finds it by no other name, and without it
 * in CommonJS, where Jest looks for TypeScript by that name alone.
 *
 * @param module a package, or a path without the ending
 */
export function importName(module: string, format: ModuleFormat): string {
  const isWhole = !module.startsWith('.') || /\.[cm]?js$/.test(module);
  return format === 'esm' && !isWhole ? `${module}.js` : module;
}
