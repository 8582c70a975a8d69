import path from 'node:path';
import type ts from 'typescript';

/** The options of the nearest tsconfig.json, with those that it extends. Loads the compiler, which is slow. */
export function compilerOptions(folder: string): ts.CompilerOptions {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const compiler = require('typescript') as typeof ts;
  const file = compiler.findConfigFile(folder, (name) => compiler.sys.fileExists(name)) ?? '';
  const read = compiler.readConfigFile(file, (name) => compiler.sys.readFile(name));
  const config = { ...(read.config as object), files: [] };
  return compiler.parseJsonConfigFileContent(config, compiler.sys, path.dirname(file)).options;
}
