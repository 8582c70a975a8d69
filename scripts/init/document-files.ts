import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ReadDocument } from '../generate/index';
import type { ProjectFiles } from './template';

/** A document as a new project has it. */
export interface ProjectDocument {
  /** Its path in the project. */
  readonly spec: string;
  readonly files: ProjectFiles;
}

const FOLDER = 'spec';

/**
 * Copies the files of a document below `spec/`, as they are and in the same places to each other, so that their
 * references and comments stay what they were. What `check` reads beside a document comes along.
 */
export function documentFiles({ files: read }: ReadDocument): ProjectDocument {
  const [entry = ''] = read;
  const files = [...new Set([...read, ...besides(entry)])];
  const root = commonFolder(files);
  const placeOf = (file: string): string =>
    [FOLDER, ...path.relative(root, file).split(path.sep)].join('/');
  return {
    spec: placeOf(entry),
    files: new Map(files.map((file) => [placeOf(file), readFileSync(file, 'utf8')])),
  };
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

/** The deepest folder that has all of the files below it. */
function commonFolder(files: readonly string[]): string {
  const [first = '', ...others] = files.map((file) => path.dirname(file));
  let folder = first;
  while (!others.every((other) => isWithin(folder, other))) folder = path.dirname(folder);
  return folder;
}

function isWithin(folder: string, other: string): boolean {
  const relative = path.relative(folder, other);
  return relative === '' || !/^\.\.(?:[\\/]|$)/.test(relative);
}
