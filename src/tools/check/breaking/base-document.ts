import { statSync } from 'node:fs';
import path from 'node:path';
import { CommandError, askGit, git } from '../../cli';
import type { SourceDocument } from '../../document';
import { documentFiles, readProjectDocument, type ReadingOptions } from '../../generate';
import { CommitFiles } from './commit-files';

/**
 * Reads the base of a document.
 * @param base a file; `REF:PATH` in git: the document at an earlier commit, tag or branch, with the files of that
 * commit that it refers to; or `REF` for the path of the other document, or its path at that time
 * @returns undefined if `REF` does not have that document
 * @throws CommandError naming the missing file and the remedy
 */
export function readBase(
  base: string,
  { spec, ...options }: ReadingOptions & { readonly spec: string },
): SourceDocument | undefined {
  if (isFile(base)) return readProjectDocument(base, options);
  if (/^https?:\/\//i.test(base)) {
    throw new CommandError(
      `The base ${base} is not fetched; save it (curl --fail --output base.yaml ${base}) and name the file, or name REF:PATH of git`,
    );
  }
  const { ref, given } = partsOf(base);
  const commit = commitIn(ref);
  const name = nameIn(commit, given ?? fromHere(spec));
  const files = new CommitFiles(ref, commit.id, commit.root, [...documentFiles(options).values()]);
  const isThere = (each: string): boolean => files.find(path.join(commit.root, each)) !== undefined;
  const known = given === undefined && !isThere(name) ? renamed(commit).get(name) : name;
  if (known !== undefined && isThere(known)) {
    return readProjectDocument(path.join(commit.root, known), options, files);
  }
  if (given === undefined) return undefined;
  throw new CommandError(`There is no ${name} in ${ref}; ${remedyFor(name, commit)}`);
}

/** True for a base at the same path as the document compared with it. */
export function isSamePath(base: string): boolean {
  return !isFile(base) && partsOf(base).given === undefined;
}

/**
 * The content of a file of the working tree at the base's commit.
 * @returns undefined if the base is a file; '' if the commit has no such file
 */
export function textInBase(base: string, file: string): string | undefined {
  if (isFile(base)) return undefined;
  const { ref } = partsOf(base);
  const commit = commitIn(ref);
  const files = new CommitFiles(ref, commit.id, commit.root, []);
  const found = files.find(path.join(commit.root, nameIn(commit, fromHere(file))));
  return found === undefined ? '' : files.readText(found);
}

/** The base's files below the working directory that were not renamed since. */
export function namesInBase(base: string): string[] {
  if (!isSamePath(base)) return [];
  const commit = commitIn(partsOf(base).ref);
  const gone = new Set(renamed(commit).values());
  const listed = git('.', ['ls-tree', '-r', '-z', '--name-only', commit.id]).toString();
  return listed.split('\0').filter((name) => !gone.has(nameIn(commit, `./${name}`)));
}

function isFile(base: string): boolean {
  return statSync(base, { throwIfNoEntry: false })?.isFile() === true;
}

function partsOf(base: string): { readonly ref: string; readonly given: string | undefined } {
  const [, ref = '', given = ''] = /^([^:]*):?(.*)$/s.exec(base) ?? [];
  if (ref === '') {
    throw new CommandError(`--base must be a file, REF or REF:PATH of git, not "${base}"`);
  }
  return { ref, given: given === '' ? undefined : given };
}

/** The path of a file in git's notation for the working directory. */
function fromHere(file: string): string {
  return `./${path.relative('.', file).split(path.sep).join('/')}`;
}

interface Commit {
  readonly ref: string;
  readonly id: string;
  /** Root of the working tree. */
  readonly root: string;
  /** The working directory, relative to the root. */
  readonly here: string;
}

/** The path in git's notation: from the root, unless it begins with a dot. */
function nameIn({ here }: Commit, given: string): string {
  return path.posix.normalize(/^\.\.?\//.test(given) ? here + given : given);
}

function commitIn(ref: string): Commit {
  const shown = git('.', ['rev-parse', '--show-toplevel', '--show-prefix']).toString();
  const [root = '', here = ''] = shown.split('\n');
  return { ref, id: commitOf(ref), root, here };
}

function commitOf(ref: string): string {
  const found = askGit('.', 'rev-parse', '--verify', '--quiet', `${ref}^{commit}`);
  if (found !== undefined) return found.trim();
  const isShallow = askGit('.', 'rev-parse', '--is-shallow-repository')?.trim() === 'true';
  const remedy = isShallow
    ? 'the clone is shallow, so fetch its history first (git fetch --unshallow; fetch-depth: 0 in GitHub Actions)'
    : 'name a commit, tag or branch that is here (git fetch), or a file';
  throw new CommandError(`There is no ${ref} in this repository; ${remedy}`);
}

/** Suggests a base to name if the commit has no document of that name. */
function remedyFor(name: string, commit: Commit): string {
  const { ref } = commit;
  const before = renamed(commit).get(name);
  if (before !== undefined) return `it was renamed, so name ${ref}:${before}`;
  const documents = documentsIn(commit).map((each) => `${ref}:${each}`);
  if (documents.length === 0) return 'nor has it another OpenAPI document';
  const more = documents.length - MOST_NAMED;
  return `its OpenAPI documents are ${documents.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const MOST_NAMED = 10;

/** Names in the commit of renamed files, by their names in the index: git would filter files of the working tree. */
function renamed({ id, root }: Commit): Map<string, string> {
  const options = ['--cached', '--name-status', '-z', '-M', '--diff-filter=R'];
  const renames = git(root, ['diff-index', ...options, id])
    .toString()
    .matchAll(/R\d+\0([^\0]+)\0([^\0]+)\0/g);
  return new Map([...renames].map(([, before = '', now = '']) => [now, before]));
}

const OPENAPI = `^[[:space:]{]*["']?(openapi|swagger)["']?[[:space:]]*:[[:space:]]*["']?[23]`;

function documentsIn({ id, root }: Commit): string[] {
  const files = ['*.yaml', '*.yml', '*.json'];
  const found = git(root, ['grep', '-l', '-z', '-E', '-e', OPENAPI, id, '--', ...files]);
  return [...found.toString().matchAll(/[^\0]+/g)].map(([each]) => each.slice(id.length + 1));
}
