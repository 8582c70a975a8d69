import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { ReadDocument } from '../generate/index';
import { commonFolder, placeBelow } from './places';
import type { ProjectFiles } from './template';

/** A document as a new project has it. */
export interface ProjectDocument {
  /** Its path in the project. */
  readonly spec: string;
  /** `URI=FILE` for each document that references name by URI, with its path in the project. */
  readonly documents: readonly string[];
  readonly files: ProjectFiles;
}

const FOLDER = 'spec';

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
  const placeOf = (file: string): string => placeBelow(FOLDER, root, file);
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

/** Lists of what is accepted, and the rules of the linter. */
function besides(entry: string): string[] {
  const { dir, name } = path.parse(entry);
  return [
    `${name}.accepted.txt`,
    `${name}.changes.txt`,
    'redocly.yaml',
    '.redocly.lint-ignore.yaml',
  ]
    .map((file) => path.join(dir, file))
    .filter((file) => existsSync(file));
}
