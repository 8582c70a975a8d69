import { existsSync } from 'node:fs';
import path from 'node:path';
import { CommandError, IS_COMPILED } from '../cli/command-line';
import { DEFAULT_HANDLERS, DEFAULT_OUT, ROOT } from '../cli/package-files';
import { sayLines } from '../cli/terminal';
import type { ReadDocument } from '../document/read/read-document';
import type { GenerateOptions } from './generate';
import { type ModuleFormat, moduleFormatOf } from './module-format';

/** What the command line says of generation, which loads nothing that generates. */

/** What generated files import. */
const RUNTIME = path.join(ROOT, 'src', 'contract', 'runtime');
const PACKAGE_RUNTIME = 'plant-store/contract/runtime';

/** The folder of generated files, unless the command line names another. */
export const USUAL_OUT = 'generated';

export const USUAL_HANDLERS = 'src/handlers';

/** The folder of handlers, where the project has one in the usual place. */
export function usualHandlers(): string | undefined {
  return existsSync(USUAL_HANDLERS) ? USUAL_HANDLERS : undefined;
}

const USUAL_DOCUMENTS = ['spec/openapi.yaml', 'spec/openapi.json', 'openapi.yaml', 'openapi.json'];

/** True for a path that need not be named on the command line. */
function isUsualDocument(file: string): boolean {
  return USUAL_DOCUMENTS.includes(file);
}

/**
 * The document of the project in whose folder a command runs, unless the command line names another.
 *
 * @throws CommandError where there is none
 */
export function usualDocument(): string {
  const found = USUAL_DOCUMENTS.find((file) => existsSync(file));
  if (found !== undefined) return found;
  throw new CommandError(
    `There is no document here (none of ${USUAL_DOCUMENTS.join(', ')}); name it with --spec FILE`,
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

/** How a document is read, as the command line says it. */
export interface ReadingOptions {
  /** `URI=FILE` for each document that references name by URI. */
  readonly documents?: readonly string[] | undefined;
  /** References may lead to any file. */
  readonly 'allow-outside'?: boolean;
  /** What the document says of all queries unless it says so itself. */
  readonly 'strict-query'?: boolean;
}

/** The options of the commands that generate: the same for `generate` and `check`, whose files must agree. */
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
  --module FORMAT   esm: files are imported with their endings, commonjs: without; by default the "type" of package.json`;

export const GENERATION_USAGE = `${READING_USAGE}
  --handlers DIR    handlers.ts gathers the handlers of that folder, one file for each operationId; by default
                    src/handlers, if there is one
  --runtime MODULE  generated files import MODULE in place of the runtime of this project
  --extensions FILE formats and keywords of the service's own, in a module that exports "extensions"
  --strict          fails for any warning, and for any operation that is left out
  --all             shows every warning, not only the first ten
  --exact-client    client-types.ts has bigint for integers of 64 bits, for clients that keep them exact
  --no-defaults     no default is filled into requests
  --yaml            openapi.yaml is written too, the document as YAML${MODULE_USAGE}`;

/** How a document is generated from, as the command line says it. */
export interface GenerationOptions extends Pick<GenerateOptions, 'strict' | 'report'> {
  readonly handlers?: string | undefined;
  readonly runtime?: string | undefined;
  readonly extensions?: string | undefined;
  readonly 'exact-client'?: boolean;
  readonly 'no-defaults'?: boolean;
  readonly yaml?: boolean;
  /** The format of modules, which else package.json says. */
  readonly module?: string | undefined;
}

/**
 * How a document is generated from for a folder, but for extensions. Without a folder of handlers, there is no registry
 * of them.
 *
 * @param folder absolute
 */
export function generateOptions(
  folder: string,
  { handlers, runtime, ...options }: GenerationOptions,
): Omit<GenerateOptions, 'strict' | 'report'> {
  const isOwn = folder === DEFAULT_OUT;
  const handlersFolder = handlers ?? (isOwn ? DEFAULT_HANDLERS : usualHandlers());
  return {
    runtimeModule:
      runtime ?? (IS_COMPILED && !isOwn ? PACKAGE_RUNTIME : modulePath(folder, RUNTIME)),
    ...(!isOwn && { command: 'plant-store generate' }),
    exactClient: options['exact-client'] === true,
    defaults: options['no-defaults'] !== true,
    // The plant store publishes it.
    yaml: isOwn || options.yaml === true,
    module: moduleFormat(folder, options.module),
    ...(handlersFolder !== undefined && {
      handlersModule: modulePath(folder, path.resolve(handlersFolder)),
    }),
  };
}

/**
 * How files of a folder import others.
 *
 * @param chosen on the command line
 * @throws CommandError for another format than these two
 */
export function moduleFormat(folder: string, chosen: string | undefined): ModuleFormat {
  if (chosen === undefined) return moduleFormatOf(folder);
  if (chosen === 'esm' || chosen === 'commonjs') return chosen;
  throw new CommandError(`--module must be esm or commonjs, not "${chosen}"`);
}

/** What generated files call the document: its path from the folder that has their folder, if within. */
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

/** Files that were named already, by their absolute paths. */
const named = new Set<string>();

const MOST_NAMED = 10;

/** Names the files that a document refers to, each once: it is said what of the disk goes into the result. */
export function nameOtherFiles({ name, files }: Pick<ReadDocument, 'name' | 'files'>): void {
  const others = files.slice(1).filter((file) => !named.has(file));
  if (others.length === 0) return;
  for (const file of others) named.add(file);
  const names = others.slice(0, MOST_NAMED).map((file) => posixRelative(process.cwd(), file));
  const more = others.length - names.length;
  sayLines(`${name} is read with ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`);
}

/** How a document is generated from: what the command line of `generate` says, but for what it shows. */
export interface GenerationCall
  extends Omit<GenerationOptions, 'strict' | 'report'>, ReadingOptions {
  readonly spec: string;
  /** The folder of generated files. */
  readonly out?: string | undefined;
}

/** A call of `generate`, with all that it shows. */
export interface WriteCall extends GenerationCall {
  readonly out: string;
  readonly strict: boolean;
  readonly all: boolean;
}

/** The options that say how a document is read, beside which document it is. */
export function readingArguments(call: ReadingOptions): string[] {
  return [
    ...(call.documents ?? []).flatMap((each) => ['--documents', each]),
    ...(call['allow-outside'] === true ? ['--allow-outside'] : []),
    ...(call['strict-query'] === true ? ['--strict-query'] : []),
  ];
}

/** The option that names a document, where it is not one that commands find by themselves. */
export function documentArguments(spec: string): string[] {
  return isUsualDocument(spec) ? [] : ['--spec', spec];
}

/** The options of `generate`, as short as they can be: what is the usual way is not said. */
export function generationArguments(call: GenerationCall): string[] {
  const { spec, out, handlers, runtime, extensions } = call;
  const named = (option: string, value: string | undefined, usual?: string): string[] =>
    value === undefined || value === usual ? [] : [option, value];
  return [
    ...documentArguments(spec),
    ...readingArguments(call),
    ...named('--out', out, USUAL_OUT),
    ...named('--handlers', handlers, USUAL_HANDLERS),
    ...named('--runtime', runtime),
    ...named('--extensions', extensions),
    ...named('--module', call.module),
    ...(call['exact-client'] === true ? ['--exact-client'] : []),
    ...(call['no-defaults'] === true ? ['--no-defaults'] : []),
    ...(call.yaml === true ? ['--yaml'] : []),
  ];
}
