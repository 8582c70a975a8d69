import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type ts from 'typescript';
import { CommandError, IS_COMPILED } from './command-line';
import { requireCompiler } from './optional-packages';

/**
 * Loads a module of the user's, in TypeScript or JavaScript.
 *
 * @param name of the module for messages, such as `--hooks hooks.ts`
 * @returns what it exports
 * @throws CommandError where there is no such module, or it throws, or there is no compiler for it
 */
export function loadUserModule(file: string, name: string): Readonly<Record<string, unknown>> {
  // What runs from TypeScript has a loader of it.
  if (IS_COMPILED && file.endsWith('.ts')) compileOnLoad();
  try {
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    return Object(require(path.resolve(file))) as Readonly<Record<string, unknown>>;
  } catch (error) {
    // Node adds the modules of the command that asked for it.
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new CommandError(`${name} cannot be loaded: ${reason}`);
  }
}

/** What Node's loaders of CommonJS get of a module, though its types do not say so. */
interface LoadedModule extends NodeJS.Module {
  _compile(code: string, file: string, format: 'commonjs'): void;
}

/**
 * Has this thread load TypeScript, as commands in a checkout do by tsx: modules of a user's are compiled one
 * by one, without a check of their types. What they import by the name of a compiled file may be its source.
 *
 * @throws CommandError where there is no compiler
 */
export function compileOnLoad(): void {
  requireCompiler('A module in TypeScript');
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const compiler = require('typescript') as typeof ts;
  const known = new Map<string, { readonly text: string; readonly code: string }>();
  // The only way that has Node find files by an ending of their own; deprecated, and kept for good.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  require.extensions['.ts'] = (module, file) => {
    const text = readFileSync(file, 'utf8');
    const before = known.get(file);
    const code = before?.text === text ? before.code : compile(compiler, file, text);
    known.set(file, { text, code });
    (module as LoadedModule)._compile(code, file, 'commonjs');
  };
}

/** @throws SyntaxError with the place, in the form of esbuild, by which a checkout loads modules */
function compile(compiler: typeof ts, fileName: string, text: string): string {
  const { ModuleKind, ScriptTarget, transpileModule, flattenDiagnosticMessageText } = compiler;
  const { outputText, diagnostics = [] } = transpileModule(text, {
    compilerOptions: {
      module: ModuleKind.CommonJS,
      target: ScriptTarget.ES2023,
      esModuleInterop: true,
      inlineSourceMap: true,
    },
    fileName,
    reportDiagnostics: true,
    transformers: { after: [asCommonJs(compiler, fileName)] },
  });
  const [fault] = diagnostics;
  if (fault === undefined) return outputText;
  const before = text.slice(0, fault.start).split('\n');
  const place = `${fileName}:${before.length}:${before.at(-1)?.length}`;
  const message = flattenDiagnosticMessageText(fault.messageText, ' ').replace(/\.$/, '');
  throw new SyntaxError(`${place}: ERROR: ${message}`);
}

/** Finishes what the compiler makes of an ES module: `import.meta`, and imports by the name of a compiled file. */
function asCommonJs(compiler: typeof ts, file: string): ts.TransformerFactory<ts.SourceFile> {
  return (context) => {
    const { factory } = context;
    const visit = (node: ts.Node): ts.Node => {
      if (compiler.isMetaProperty(node) && node.name.text === 'meta') {
        return factory.createIdentifier(IMPORT_META);
      }
      if (isRequire(compiler, node)) {
        const name = factory.createStringLiteral(sourceName(file, node.arguments[0].text));
        return factory.updateCallExpression(node, node.expression, undefined, [name]);
      }
      return compiler.visitEachChild(node, visit, context);
    };
    return (source) => compiler.visitEachChild(source, visit, context);
  };
}

type Require = ts.CallExpression & { readonly arguments: readonly [ts.StringLiteral] };

function isRequire(compiler: typeof ts, node: ts.Node): node is Require {
  if (!compiler.isCallExpression(node) || !compiler.isIdentifier(node.expression)) return false;
  const [only] = node.arguments;
  return node.expression.text === 'require' && only !== undefined && compiler.isStringLiteral(only);
}

/**
 * The name of the source of a module that a file imports by its compiled name, as ES modules do. The source may come
 * later than what imports it.
 */
function sourceName(file: string, name: string): string {
  if (!/^\.{1,2}\/.*\.js$/.test(name)) return name;
  const source = name.replace(/js$/, 'ts');
  const isThere = (each: string): boolean => existsSync(path.resolve(path.dirname(file), each));
  return isThere(name) && !isThere(source) ? name : source;
}

/** An expression. @see https://nodejs.org/api/esm.html#importmeta */
const IMPORT_META =
  "({ dirname: __dirname, filename: __filename, url: require('node:url').pathToFileURL(__filename).href })";
