import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { ModuleFormat } from '../generate';
import type { ReadDocument } from '../document';
import { CommandError, isWithin } from '../cli';
import type { ProjectFiles } from './template';

export interface ProjectDocument {
  /** Its path in the project. */
  readonly spec: string;
  /** `URI=FILE` for each document that references name by URI, with its path in the project. */
  readonly documents: readonly string[];
  readonly files: ProjectFiles;
}

const SPEC_FOLDER = 'spec';

/**
 * Copies the files of a document below `spec/`, as they are and in the same places to each other, so that their
 * references and comments stay what they were. What `check` reads beside a document comes along.
 *
 * @param documents files, and folders of them, by the URI that references name them by
 */
export function documentFiles(
  { files: read }: ReadDocument,
  documents: readonly string[],
): ProjectDocument {
  const [entry = ''] = read;
  const named = documents.map(uriAndFile);
  const files = [...new Set([...read, ...besides(entry)])];
  const root = commonFolder([...files, ...named.map(({ file }) => file)]);
  const placeOf = (file: string): string => placeBelow(SPEC_FOLDER, root, file);
  return {
    spec: placeOf(entry),
    documents: named.map(({ uri, file }) => `${uri}=${placeOf(file)}`),
    files: new Map(files.map((file) => [placeOf(file), readFileSync(file, 'utf8')])),
  };
}

/** `URI=FILE`, whose form was checked when the document was read. */
function uriAndFile(value: string): { readonly uri: string; readonly file: string } {
  const [uri = '', ...rest] = value.split('=');
  return { uri, file: realpathSync(rest.join('=')) };
}

/** Lists of what is accepted, and the rules of the linter; none that is a link to another folder. */
function besides(entry: string): string[] {
  const { dir, name } = path.parse(entry);
  return [
    `${name}.accepted.txt`,
    `${name}.changes.txt`,
    'redocly.yaml',
    '.redocly.lint-ignore.yaml',
  ]
    .map((file) => path.join(dir, file))
    .filter((file) => isFile(file) && isWithin(dir, realpathSync(file)));
}

/** The module of formats and keywords of a service's own, as a new project has it. */
export interface ProjectExtensions {
  /** Its path in the project. */
  readonly module: string;
  readonly files: ProjectFiles;
}

/** A folder of their own, so that none has the name of a file of the template. */
const EXTENSIONS_FOLDER = 'src/extensions';

/**
 * Copies the module and what it imports by relative paths, in the same places to each other; for a project of ES
 * modules, with the endings that these imports lack. What it imports of packages, the author adds to package.json.
 *
 * @throws CommandError naming a module that is not there
 */
export function extensionFiles(given: string, format: ModuleFormat): ProjectExtensions {
  const entry = path.resolve(given);
  if (!isFile(entry)) throw new CommandError(`There are no extensions at ${given}`);
  const files = new Set([entry]);
  for (const file of files) for (const [, each] of importsOf(file)) files.add(each);
  const root = commonFolder([...files]);
  const placeOf = (file: string): string => placeBelow(EXTENSIONS_FOLDER, root, file);
  return {
    module: placeOf(entry),
    files: new Map([...files].map((file) => [placeOf(file), textOf(file, format)])),
  };
}

function textOf(file: string, format: ModuleFormat): string {
  const text = readFileSync(file, 'utf8');
  if (format === 'commonjs') return text;
  const targets = new Map(importsOf(file));
  return text.replaceAll(RELATIVE_IMPORT, (whole, quote: string, specifier: string) =>
    whole.replace(quote + specifier, () => quote + withEnding(specifier, targets.get(specifier))),
  );
}

/** @param target the file that it means */
function withEnding(specifier: string, target = ''): string {
  const { name, ext } = path.parse(target);
  const isWhole = path.extname(specifier) === '.js' || path.basename(specifier) === name + ext;
  if (isWhole) return specifier;
  const isFolder = path.basename(specifier) !== name;
  return `${specifier}${isFolder ? '/index' : ''}${ext === '.json' ? ext : '.js'}`;
}

/** The relative specifier after `from`, `import` or `require(`. */
const RELATIVE_IMPORT = /\b(?:from|import|require\()\s*(['"])(\.{1,2}\/[^'"]*)\1/g;

/** Each as it is written, with the file that it means. */
function importsOf(file: string): (readonly [specifier: string, file: string])[] {
  const specifiers = [...readFileSync(file, 'utf8').matchAll(RELATIVE_IMPORT)];
  return specifiers.map(([, , specifier = '']) => {
    const target = path.resolve(path.dirname(file), specifier);
    const found = candidates(target).find(isFile);
    if (found !== undefined) return [specifier, found];
    throw new CommandError(
      `${path.relative('.', file)} imports "${specifier}", which is not there`,
    );
  });
}

/** The files that a relative import may mean, the name of a compiled one for its source included. */
function candidates(target: string): string[] {
  const source = target.replace(/\.js$/, '.ts');
  const endings = ['.ts', '.js', '.json', '/index.ts', '/index.js'];
  return [target, source, ...endings.map((ending) => target + ending)];
}

function isFile(file: string): boolean {
  return existsSync(file) && statSync(file).isFile();
}

/** Where files of others come to be in a new project: in the same places to each other as they were. */

/** A path in the project, with forward slashes. @param root the folder whose files come to be in `folder` */
function placeBelow(folder: string, root: string, file: string): string {
  return [folder, ...path.relative(root, file).split(path.sep)].join('/');
}

/** The deepest folder that has all of the files below it. */
function commonFolder(files: readonly string[]): string {
  const [first = '', ...others] = files.map((file) => path.dirname(file));
  let folder = first;
  while (!others.every((other) => isWithin(folder, other))) folder = path.dirname(folder);
  return folder;
}
