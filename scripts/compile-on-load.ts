import { readFileSync } from 'node:fs';
import type ts from 'typescript';
import { requireCompiler } from './typescript-packages';

/** What Node's loaders of CommonJS get of a module, though its types do not say so. */
interface LoadedModule extends NodeJS.Module {
  _compile(code: string, file: string): void;
}

/**
 * Has this thread load TypeScript, as commands in a checkout do by tsx: modules of a user's are compiled one
 * by one, without a check of their types.
 *
 * @throws CommandError where there is no compiler
 */
export function compileOnLoad(): void {
  requireCompiler('A module in TypeScript');
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { ModuleKind, ScriptTarget, transpileModule } = require('typescript') as typeof ts;
  const compilerOptions: ts.CompilerOptions = {
    module: ModuleKind.CommonJS,
    target: ScriptTarget.ES2023,
    esModuleInterop: true,
    inlineSourceMap: true,
  };
  // The only way that has Node find files by an ending of their own; deprecated, and kept for good.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  require.extensions['.ts'] = (module, fileName) => {
    const text = readFileSync(fileName, 'utf8');
    const { outputText } = transpileModule(text, { compilerOptions, fileName });
    (module as LoadedModule)._compile(outputText, fileName);
  };
}
