import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type ts from 'typescript';
import { packageFolder } from 'openapi-trellis/tools';
import { CommandError, IS_COMPILED } from './command-line';
import { RUNTIME } from './package-files';

/**
 * Loads a user's module, in TypeScript or JavaScript.
 * @param name of the module for messages, such as `--hooks hooks.ts`
 * @returns its exports
 * @throws CommandError if the module does not exist or throws, or if its project has another runtime
 */
export function loadUserModule(file: string, name: string): Readonly<Record<string, unknown>> {
  checkRuntimeOf(file, name);
  if (file.endsWith('.ts')) compileOnLoad();
  try {
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    return Object(require(path.resolve(file))) as Readonly<Record<string, unknown>>;
  } catch (error) {
    // The other lines are Node's: the modules that required it.
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new CommandError(`${name} cannot be loaded: ${reason}`);
  }
}

/**
 * Checks that a module gets the runtime of this command, or none: a `Failure` of another would be a fault.
 * @param name of the module for the message
 * @throws CommandError naming both folders and the remedy
 */
export function checkRuntimeOf(file: string, name: string): void {
  const theirs = runtimeOf(path.dirname(file));
  const own = packageFolder();
  if (theirs === undefined || theirs === own) return;
  throw new CommandError(
    `${name} cannot be loaded: its project has ${RUNTIME} in ${theirs}, and this command in ${own}; run the tools of the project: npx --no -- trellis (npm ls ${RUNTIME} shows its copies)`,
  );
}

/** The folder that modules in a folder import the runtime from. */
function runtimeOf(folder: string): string | undefined {
  try {
    const { resolve } = createRequire(path.join(realpathSync(folder), 'module.js'));
    return path.dirname(resolve(`${RUNTIME}/package.json`));
  } catch {
    return undefined;
  }
}

/** The argument of Node's CommonJS loaders, which Node's types do not fully declare. */
interface LoadedModule extends NodeJS.Module {
  _compile(code: string, file: string, format: 'commonjs'): void;
}

/**
 * Lets this thread load TypeScript, as tsx does in a checkout: user modules are compiled individually, without a type
 * check. An import of a compiled file's name may load its source.
 */
export function compileOnLoad(): void {
  // A process that runs from TypeScript already has a loader.
  if (!IS_COMPILED) return;
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const compiler = require('typescript') as typeof ts;
  const known = new Map<string, { readonly text: string; readonly code: string }>();
  // The only way to make Node find files by another extension; deprecated, but kept permanently.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  require.extensions['.ts'] = (module, file) => {
    const text = readFileSync(file, 'utf8');
    const before = known.get(file);
    const code = before?.text === text ? before.code : compile(compiler, file, text);
    known.set(file, { text, code });
    (module as LoadedModule)._compile(code, file, 'commonjs');
  };
}

/** @throws SyntaxError with the place, in the format of esbuild, which a checkout loads modules with */
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

/** Completes the compiler's output for an ES module: `import.meta`, and imports by the name of a compiled file. */
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
 * The name of the source for an import by a compiled name, as in ES modules. The source may be created after the
 * importing file.
 */
function sourceName(file: string, name: string): string {
  if (!/^\.{1,2}\/.*\.js$/.test(name)) return name;
  const source = name.replace(/js$/, 'ts');
  const isThere = (each: string): boolean => existsSync(path.resolve(path.dirname(file), each));
  return isThere(name) && !isThere(source) ? name : source;
}

/** An expression for it. @see https://nodejs.org/api/esm.html#importmeta */
const IMPORT_META =
  "({ dirname: __dirname, filename: __filename, url: require('node:url').pathToFileURL(__filename).href })";
