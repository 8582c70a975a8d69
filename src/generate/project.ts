import { existsSync } from 'node:fs';
import path from 'node:path';
import { CommandError, IS_COMPILED } from '../cli/command-line';
import { readExtensions } from '../cli/extensions';
import { requireGenerators } from '../cli/optional-packages';
import { sayLines, sayText } from '../cli/terminal';
import { DEFAULT_HANDLERS, DEFAULT_OUT, ROOT } from '../cli/package-files';
import { type ModuleFormat, moduleFormatOf } from './module-format';
import {
  describeFaults,
  DocumentError,
  generate,
  type GeneratedFiles,
  generateFrom,
  type GenerateOptions,
  operationPointers,
  pruneInvalid,
  readDocument,
  type PreparedContract,
  type ReadDocument,
  STRICT_QUERY,
  type SourceDocument,
  describeNotices,
  type DocumentNotice,
} from './index';

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
  --no-defaults     no default is filled into requests${MODULE_USAGE}`;

/** How a document is generated from, as the command line says it. */
export interface GenerationOptions extends Pick<GenerateOptions, 'strict' | 'report'> {
  readonly handlers?: string | undefined;
  readonly runtime?: string | undefined;
  readonly extensions?: string | undefined;
  readonly 'exact-client'?: boolean;
  readonly 'no-defaults'?: boolean;
  /** The format of modules, which else package.json says. */
  readonly module?: string | undefined;
}

/**
 * Reads a document under its name relative to the working directory.
 *
 * @throws CommandError naming the file, and the line of the fault if it can be read
 */
export function readProjectDocument(
  spec: string,
  {
    documents = [],
    'allow-outside': allowOutside = false,
    'strict-query': isStrict = false,
  }: ReadingOptions = {},
): ReadDocument {
  const name = posixRelative(process.cwd(), path.resolve(spec));
  const files = new Map(documents.map(documentFile));
  try {
    const source = readDocument(spec, name, files, allowOutside);
    nameOtherFiles(source);
    if (!isStrict) return source;
    const { document } = source;
    const said = document[STRICT_QUERY] ?? true;
    return { ...source, document: { ...document, [STRICT_QUERY]: said } };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new CommandError(`There is no document at ${spec}`);
    if (code !== undefined) throw new CommandError(`The document ${spec} cannot be read (${code})`);
    if (error instanceof DocumentError) throw new CommandError(describeFaults(error.faults));
    throw error;
  }
}

/** Files that were named already, by their absolute paths. */
const named = new Set<string>();

/** Names the files that a document refers to, each once: it is said what of the disk goes into the result. */
function nameOtherFiles({ name, files }: ReadDocument): void {
  const others = files.slice(1).filter((file) => !named.has(file));
  if (others.length === 0) return;
  for (const file of others) named.add(file);
  const names = others.map((file) => posixRelative(process.cwd(), file));
  sayLines(`${name} is read with ${names.join(', ')}`);
}

/** A URI and the path of the file that stands for it. @throws CommandError for a value of another form */
function documentFile(value: string): readonly [uri: string, file: string] {
  const [, uri = '', file = ''] = /^([^#=]+)=(.+)$/.exec(value) ?? [];
  if (!URL.canParse(uri) || file === '') {
    throw new CommandError(
      `--documents must be URI=FILE, such as https://example.com/plant.json=plant.json, not "${value}"`,
    );
  }
  return [new URL(uri).href, path.resolve(file)];
}

/**
 * The files that a document gives for an output folder. Without a folder of handlers, there is no registry of
 * them.
 *
 * @param prepared of the same document and options, where it was prepared already
 * @throws CommandError naming the packages that are missing, or each fault of the document with file, line, JSON Pointer and remedy
 */
export async function generateFor(
  source: SourceDocument,
  out: string,
  { handlers, runtime, strict, report, ...options }: GenerationOptions = {},
  prepared?: PreparedContract<unknown>,
): Promise<GeneratedFiles> {
  const folder = path.resolve(out);
  const isOwn = folder === DEFAULT_OUT;
  const handlersFolder = handlers ?? (isOwn ? DEFAULT_HANDLERS : usualHandlers());
  const own = readExtensions(options.extensions, folder);
  requireGenerators();
  try {
    const name = nameFor(folder, source);
    const how: GenerateOptions = {
      ...(strict !== undefined && { strict }),
      ...(report !== undefined && { report }),
      runtimeModule:
        runtime ?? (IS_COMPILED && !isOwn ? PACKAGE_RUNTIME : modulePath(folder, RUNTIME)),
      ...(!isOwn && { command: 'plant-store generate' }),
      exactClient: options['exact-client'] === true,
      defaults: options['no-defaults'] !== true,
      module: moduleFormat(folder, options.module),
      ...(handlersFolder !== undefined && {
        handlersModule: modulePath(folder, path.resolve(handlersFolder)),
      }),
      ...(own && {
        extensions: own.extensions,
        extensionsModule: modulePath(folder, own.module),
      }),
    };
    return await (prepared === undefined
      ? generate({ ...source, name }, how)
      : generateFrom(prepared, name, how));
  } catch (error) {
    throw commandFault(error, source, strict);
  }
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
function nameFor(out: string, { name }: SourceDocument): string {
  const relative = posixRelative(path.dirname(out), path.resolve(name));
  return relative.startsWith('..') ? path.basename(name) : relative;
}

/** The path of a module as a file in a folder imports it. */
export function modulePath(from: string, to: string): string {
  const relative = posixRelative(from, to);
  return relative.startsWith('.') ? relative : `./${relative}`;
}

function posixRelative(from: string, to: string): string {
  return path.relative(from, to).split(path.sep).join('/');
}

/**
 * What a command throws for what a step with a document threw: faults of the document as lines.
 *
 * @param strict the command's option, which stops at what could be left out
 */
export function commandFault(error: unknown, source: SourceDocument, strict = false): unknown {
  if (!(error instanceof DocumentError)) return error;
  const hasRest = strict && pruneInvalid(source.document, error.faults) !== undefined;
  return new CommandError(describeFaults(error.faults, source) + (hasRest ? NOT_STRICT : ''));
}

const NOT_STRICT = '\nWithout --strict these are left out, with the operations that need them';

/** How a document is generated from: what the command line of `generate` says, but for what it shows. */
export interface GenerationCall
  extends Omit<GenerationOptions, 'strict' | 'report'>, ReadingOptions {
  readonly spec: string;
  /** The folder of generated files. */
  readonly out?: string | undefined;
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
  ];
}

/** The notices of a document, collected while a command reads it. */
export class Notices {
  private readonly notices: DocumentNotice[] = [];

  constructor(
    private readonly source: SourceDocument,
    private readonly options: { readonly all?: boolean; readonly strict?: boolean } = {},
  ) {}

  readonly report = (notice: DocumentNotice): void => {
    this.notices.push(notice);
  };

  /**
   * Shows them, as lines on standard error.
   *
   * @throws CommandError in place of that, if `strict` and one of them is more than a notice, or if every operation of
   * the document is left out
   */
  show(): void {
    const { notices, source, options } = this;
    if (notices.length === 0) return;
    const text = describeNotices(notices, source, options.all);
    const isSound = notices.every(({ severity }) => severity === 'notice');
    if (options.strict === true && !isSound) throw new CommandError(`${text}\n${STRICT}`);
    const leftOut = notices.filter(({ severity }) => severity === 'left out').length;
    if (leftOut > 0 && leftOut >= operationPointers(source.document).length) {
      throw new CommandError(`${text}\n${NOTHING_LEFT}`);
    }
    sayText(text);
  }
}

const NOTHING_LEFT = 'No operation is left to serve; correct the document where these lines say';

const STRICT =
  'With --strict a document with warnings is refused; correct it, or leave out --strict';
