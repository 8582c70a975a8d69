import path from 'node:path';
import { readIfRegular } from '../cli';

/** The module format to which generated files are compiled; it decides how they import. */
export type ModuleFormat = 'commonjs' | 'esm';

/**
 * The module format of a folder, from the nearest package.json.
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
 * A module as files import it: with its extension in an ES module, where Node requires it, and without it in CommonJS,
 * where Jest finds TypeScript only without it.
 *
 * @param module a package, or a path without extension
 */
export function importName(module: string, format: ModuleFormat): string {
  const isWhole = !module.startsWith('.') || /\.[cm]?js$/.test(module);
  return format === 'esm' && !isWhole ? `${module}.js` : module;
}
