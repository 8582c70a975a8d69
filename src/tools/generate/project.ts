import path from 'node:path';
import { CommandError, readExtensions, readIfRegular, sayText } from '../cli';
import {
  type DocumentFiles,
  type FileSource,
  type ReadDocument,
  readDocumentFrom,
  selectPart,
  describeFaults,
  DocumentError,
  STRICT_QUERY,
  type SourceDocument,
  describeNotices,
  type DocumentNotice,
} from '../document';
import { generate, type GeneratedFiles, generateFrom, type GenerateOptions } from './generate';
import { operationPointers, pruneInvalid } from './validate/prune-invalid';
import type { PreparedContract } from './prepare-contract';
import {
  generateOptions,
  type GenerationOptions,
  modulePath,
  nameFor,
  nameOtherFiles,
  posixRelative,
  type ReadingOptions,
} from './project-options';

import { readSelection, TOOLS_FILE } from './tools';

export * from './project-options';

/** Files that are not on disk, with the folder that their names are relative to. */
export interface OtherFiles extends FileSource {
  readonly root: string;
}

/**
 * Reads a document under its name relative to the working directory.
 *
 * @param files the source, if the document is not on disk
 * @throws CommandError naming the file, and the line of the fault if it can be read
 */
export function readProjectDocument(
  spec: string,
  options: ReadingOptions = {},
  files?: OtherFiles,
): ReadDocument {
  const { 'allow-outside': allowOutside = false, 'strict-query': isStrict = false } = options;
  const name = posixRelative(files?.root ?? process.cwd(), path.resolve(spec));
  const documents = documentFiles(options);
  try {
    const source = readDocumentFrom(spec, name, documents, allowOutside, files);
    if (files === undefined) nameOtherFiles(source);
    return withStrictQuery(source, isStrict);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const shown = files === undefined ? spec : files.prefix + name;
    if (code === 'ENOENT') throw new CommandError(`There is no document at ${shown}`);
    if (code !== undefined) {
      throw new CommandError(`The document ${shown} cannot be read (${code})`);
    }
    if (error instanceof DocumentError) throw new CommandError(describeFaults(error.faults));
    throw error;
  }
}

/**
 * Reads the part of a document that `--include` and `--exclude` select; where neither is given, the part that the
 * generated files are of.
 *
 * @throws CommandError as `readProjectDocument` does, and for a selection that is not one of operations
 */
export function readProjectPart(
  spec: string,
  options: ReadingOptions & { /** Their folder. */ readonly generated?: string | undefined },
): ReadDocument {
  const { include, exclude, generated } = options;
  const source = readProjectDocument(spec, options);
  if (include !== undefined || exclude !== undefined) return selectPart(source, options);
  if (generated === undefined) return source;
  const file = path.relative('.', path.join(generated, TOOLS_FILE));
  const origin = ` (recorded in ${file}; generate again with the names that are meant now)`;
  return selectPart(source, readSelection(readIfRegular(file) ?? ''), origin);
}

/** A document that rejects undeclared query parameters, unless it states otherwise. */
export function withStrictQuery<Source extends SourceDocument>(
  source: Source,
  isStrict: boolean,
): Source {
  if (!isStrict) return source;
  const { document } = source;
  const said = document[STRICT_QUERY] ?? true;
  return { ...source, document: { ...document, [STRICT_QUERY]: said } };
}

/** The files that references name by URI. @throws CommandError for a value of another form */
export function documentFiles({ documents = [] }: ReadingOptions): DocumentFiles {
  return new Map(documents.map(documentFile));
}

/** A URI and the path of its file. */
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
 * Generates the files of a document for an output folder. Without a folder of handlers, no registry is generated.
 *
 * @param prepared from the same document and options, if it is prepared already
 * @throws CommandError naming each fault of the document with file, line, JSON Pointer and remedy
 */
export async function generateFor(
  source: SourceDocument,
  out: string,
  { strict, report, ...options }: GenerationOptions = {},
  prepared?: PreparedContract<unknown>,
): Promise<GeneratedFiles> {
  const folder = path.resolve(out);
  const own = readExtensions(options.extensions);
  try {
    const name = nameFor(folder, source.name);
    const how: GenerateOptions = {
      ...(strict !== undefined && { strict }),
      ...(report !== undefined && { report }),
      ...generateOptions(folder, options),
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
 * Converts an error of a step with a document to that of a command: faults of the document become lines.
 *
 * @param strict the command's option, which fails where parts could be left out
 */
export function commandFault(error: unknown, source: SourceDocument, strict = false): unknown {
  if (!(error instanceof DocumentError)) return error;
  const hasRest = strict && pruneInvalid(source.document, error.faults) !== undefined;
  return new CommandError(describeFaults(error.faults, source) + (hasRest ? NOT_STRICT : ''));
}

const NOT_STRICT = '\nWithout --strict these are left out, with the operations that need them';

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

  /** JSON Pointers of the operations that are left out. */
  get leftOut(): readonly string[] {
    const all = this.notices.filter(({ severity }) => severity === 'left out');
    return all.map(({ pointer }) => pointer);
  }

  /**
   * Prints them to standard error.
   *
   * @throws CommandError with the lines instead, if `strict` and one of them is more than a notice, or if every
   * operation of the document is left out
   */
  show(): void {
    const { notices, source, options } = this;
    if (notices.length === 0) return;
    const text = describeNotices(notices, source, options.all);
    const isSound = notices.every(({ severity }) => severity === 'notice');
    if (options.strict === true && !isSound) throw new CommandError(`${text}\n${STRICT}`);
    const { length } = this.leftOut;
    if (length > 0 && length >= operationPointers(source.document).length) {
      throw new CommandError(`${text}\n${NOTHING_LEFT}`);
    }
    sayText(text);
  }
}

const NOTHING_LEFT = 'No operation is left to serve; correct the document where these lines say';

const STRICT =
  'With --strict a document with warnings is refused; correct it, or leave out --strict';
