import { existsSync } from 'node:fs';
import path from 'node:path';
import { CommandError, IS_COMPILED, sayLines } from '../cli';
import type { ReadDocument } from '../document';
import type { GenerateOptions } from './generate';
import { importsSources, type ModuleFormat, moduleFormatOf } from './module-format';

/** The command line options of generation. */

/** The module that generated files import. */
const RUNTIME = 'openapi-trellis/contract/runtime';

/** The default folder of generated files. */
export const DEFAULT_OUT = 'generated';

export const DEFAULT_HANDLERS = 'src/handlers';

/** The folder of handlers, if the project has one at the default place. */
export function usualHandlers(): string | undefined {
  return existsSync(DEFAULT_HANDLERS) ? DEFAULT_HANDLERS : undefined;
}

const DEFAULT_DOCUMENTS = [
  'spec/openapi.yaml',
  'spec/openapi.json',
  'openapi.yaml',
  'openapi.json',
];

/** True for a path that commands find by default. */
function isUsualDocument(file: string): boolean {
  return DEFAULT_DOCUMENTS.includes(file);
}

/**
 * The document of the project in the working directory, when the command line names none.
 *
 * @throws CommandError where there is none
 */
export function usualDocument(): string {
  const found = DEFAULT_DOCUMENTS.find((file) => existsSync(file));
  if (found !== undefined) return found;
  throw new CommandError(
    `There is no document here (none of ${DEFAULT_DOCUMENTS.join(', ')}); name it with --spec FILE`,
  );
}

/** The options of all commands that read a document. */
export const READING_OPTIONS = {
  documents: { type: 'string', multiple: true },
  'allow-outside': { type: 'boolean', default: false },
  'strict-query': { type: 'boolean', default: false },
} as const;

export const READING_USAGE = `
  --documents URI=FILE  FILE is what references to URI mean; a URI that ends in "/" is a folder
  --allow-outside   references may lead out of the repository, the package or the folder that holds the document
  --strict-query    refuses query parameters that the document does not declare`;

/** Command line options of reading a document. */
export interface ReadingOptions {
  /** A `URI=FILE` for each document that references name by URI. */
  readonly documents?: readonly string[] | undefined;
  /** References may lead to any file. */
  readonly 'allow-outside'?: boolean;
  /** Sets `x-strict-query` in a document without it. */
  readonly 'strict-query'?: boolean;
}

/** The options of the commands that generate: `generate` and `check` share them, since their files must agree. */
export const GENERATION_OPTIONS = {
  spec: { type: 'string' },
  ...READING_OPTIONS,
  handlers: { type: 'string' },
  runtime: { type: 'string' },
  extensions: { type: 'string' },
  strict: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  'exact-client': { type: 'boolean', default: false },
  'no-defaults': { type: 'boolean', default: false },
  yaml: { type: 'boolean', default: false },
  module: { type: 'string' },
} as const;

export const MODULE_USAGE = `
  --module FORMAT   esm: files are imported with their endings, commonjs: without; by default .ts where tsconfig.json
                    allows it, else the "type" of package.json`;

export const GENERATION_USAGE = `${READING_USAGE}
  --handlers DIR    handlers.ts gathers the handlers of that folder, one file for each operationId; by default
                    src/handlers, if there is one
  --runtime MODULE  generated files import MODULE in place of openapi-trellis/contract/runtime
  --extensions FILE formats and keywords of the service's own, in a module that exports "extensions"
  --strict          fails for any warning, and for any operation that is left out
  --all             shows every warning, not only the first ten
  --exact-client    client-types.ts has bigint for integers of 64 bits, for clients that keep them exact
  --no-defaults     no default is filled into requests
  --yaml            openapi.yaml is written too, the document as YAML${MODULE_USAGE}`;

/** Command line options of generation. */
export interface GenerationOptions extends Pick<GenerateOptions, 'strict' | 'report'> {
  readonly handlers?: string | undefined;
  readonly runtime?: string | undefined;
  readonly extensions?: string | undefined;
  readonly 'exact-client'?: boolean;
  readonly 'no-defaults'?: boolean;
  readonly yaml?: boolean;
  /** The module format; by default from package.json. */
  readonly module?: string | undefined;
}

/**
 * Options for generating into a folder, except extensions. Without a folder of handlers, no registry is generated.
 *
 * @param folder absolute
 */
export function generateOptions(
  folder: string,
  { handlers = usualHandlers(), runtime = RUNTIME, ...options }: GenerationOptions,
): Omit<GenerateOptions, 'strict' | 'report'> {
  return {
    runtimeModule: runtime,
    ...(IS_COMPILED && { command: 'trellis generate' }),
    exactClient: options['exact-client'] === true,
    defaults: options['no-defaults'] !== true,
    yaml: options.yaml === true,
    module: moduleFormat(folder, options.module),
    ...(handlers !== undefined && { handlersModule: modulePath(folder, path.resolve(handlers)) }),
  };
}

/**
 * The module format of generated and scaffolded files in a folder.
 *
 * @param chosen on the command line
 * @throws CommandError for any other format than these two
 */
export function moduleFormat(folder: string, chosen: string | undefined): ModuleFormat {
  if (chosen === undefined) return importsSources(folder) ? 'ts' : moduleFormatOf(folder);
  if (chosen === 'esm' || chosen === 'commonjs') return chosen;
  throw new CommandError(`--module must be esm or commonjs, not "${chosen}"`);
}

/** The document's name in generated files: its path relative to the parent of their folder, if it is inside. */
export function nameFor(out: string, name: string): string {
  const relative = posixRelative(path.dirname(out), path.resolve(name));
  return relative.startsWith('..') ? path.basename(name) : relative;
}

/** The path of a module as a file in a folder imports it. */
export function modulePath(from: string, to: string): string {
  const relative = posixRelative(from, to);
  return relative.startsWith('.') ? relative : `./${relative}`;
}

export function posixRelative(from: string, to: string): string {
  return path.relative(from, to).split(path.sep).join('/');
}

/** Absolute paths of the files named so far. */
const named = new Set<string>();

const MOST_NAMED = 10;

/** Names the files that a document refers to, each once, to tell which files go into the result. */
export function nameOtherFiles({ name, files }: Pick<ReadDocument, 'name' | 'files'>): void {
  const others = files.slice(1).filter((file) => !named.has(file));
  if (others.length === 0) return;
  for (const file of others) named.add(file);
  const names = others.slice(0, MOST_NAMED).map((file) => posixRelative(process.cwd(), file));
  const more = others.length - names.length;
  sayLines(`${name} is read with ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`);
}

/** A command line of `generate`, except the options for its output. */
export interface GenerationCall
  extends Omit<GenerationOptions, 'strict' | 'report'>, ReadingOptions {
  readonly spec: string;
  /** The folder of generated files. */
  readonly out?: string | undefined;
}

/** The options of reading, without the document itself. */
export function readingArguments(call: ReadingOptions): string[] {
  return [
    ...(call.documents ?? []).flatMap((each) => ['--documents', each]),
    ...(call['allow-outside'] === true ? ['--allow-outside'] : []),
    ...(call['strict-query'] === true ? ['--strict-query'] : []),
  ];
}

/** The option that names a document, unless commands find it by default. */
export function documentArguments(spec: string): string[] {
  return isUsualDocument(spec) ? [] : ['--spec', spec];
}

/** The options of `generate`, without those that are defaults. */
export function generationArguments(call: GenerationCall): string[] {
  const { spec, out, handlers, runtime, extensions } = call;
  const named = (option: string, value: string | undefined, usual?: string): string[] =>
    value === undefined || value === usual ? [] : [option, value];
  return [
    ...documentArguments(spec),
    ...readingArguments(call),
    ...named('--out', out, DEFAULT_OUT),
    ...named('--handlers', handlers, DEFAULT_HANDLERS),
    ...named('--runtime', runtime),
    ...named('--extensions', extensions),
    ...named('--module', call.module),
    ...(call['exact-client'] === true ? ['--exact-client'] : []),
    ...(call['no-defaults'] === true ? ['--no-defaults'] : []),
    ...(call.yaml === true ? ['--yaml'] : []),
  ];
}
