import { existsSync } from 'node:fs';
import path from 'node:path';
import { CommandError } from '../../cli/command-line';
import type { SourceDocument } from '../../generate/index';
import { documentFiles, readProjectDocument, type ReadingOptions } from '../../generate/project';
import { askGit, CommitFiles, git } from './commit-files';

/**
 * Reads the document that another one is compared with.
 *
 * @param base a file, or `REF:PATH` as git has it: a document of an earlier commit, tag or branch, with the files of
 *   that commit that it refers to
 * @throws CommandError naming what is missing, and what to do
 */
export function readBase(base: string, options: ReadingOptions): SourceDocument {
  if (existsSync(base)) return readProjectDocument(base, options);
  if (/^https?:\/\//i.test(base)) {
    throw new CommandError(
      `The base ${base} is not fetched; save it (curl --fail --output base.yaml ${base}) and name the file, or name REF:PATH of git`,
    );
  }
  const [, ref, given] = /^([^:]+):(.+)$/.exec(base) ?? [];
  if (ref === undefined || given === undefined) {
    throw new CommandError(`There is no base at ${base}; name a file, or REF:PATH of git`);
  }
  return readCommitted(ref, given, options);
}

function readCommitted(ref: string, given: string, options: ReadingOptions): SourceDocument {
  const [root = '', here = ''] = git('.', 'rev-parse', '--show-toplevel', '--show-prefix').split(
    '\n',
  );
  // As git has it: from the root, unless it begins with a dot.
  const name = path.posix.normalize(/^\.\.?\//.test(given) ? here + given : given);
  const commit = commitOf(ref);
  const files = new CommitFiles(ref, commit, root, [...documentFiles(options).values()]);
  const file = path.join(root, name);
  if (files.find(file) !== undefined) return readProjectDocument(file, options, files);
  throw new CommandError(
    `There is no ${name} in ${ref}; ${remedyFor(name, { ref, commit, root })}`,
  );
}

function commitOf(ref: string): string {
  const found = askGit('.', 'rev-parse', '--verify', '--quiet', `${ref}^{commit}`);
  if (found !== undefined) return found.trim();
  const isShallow = askGit('.', 'rev-parse', '--is-shallow-repository')?.trim() === 'true';
  const remedy = isShallow
    ? 'the clone is shallow, so fetch its history first (git fetch --unshallow; fetch-depth: 0 in GitHub Actions)'
    : 'name a commit, tag or branch that is here (git fetch)';
  throw new CommandError(`There is no ${ref} in this repository; ${remedy}`);
}

interface Commit {
  readonly ref: string;
  readonly commit: string;
  readonly root: string;
}

/** What to name where a commit does not have a document by that name. */
function remedyFor(name: string, { ref, ...where }: Commit): string {
  const before = renamed(where).get(name);
  if (before !== undefined) return `it was renamed, so name ${ref}:${before}`;
  const documents = documentsIn(where).map((each) => `${ref}:${each}`);
  if (documents.length === 0) return 'nor has it another OpenAPI document';
  const more = documents.length - MOST_NAMED;
  return `its OpenAPI documents are ${documents.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const MOST_NAMED = 10;

/** Names in a commit, by those in the working tree. */
function renamed({ commit, root }: Omit<Commit, 'ref'>): Map<string, string> {
  const changes =
    askGit(root, 'diff', '--name-status', '-z', '-M', '--diff-filter=R', commit) ?? '';
  const renames = changes.matchAll(/R\d+\0([^\0]+)\0([^\0]+)\0/g);
  return new Map([...renames].map(([, before = '', now = '']) => [now, before]));
}

const OPENAPI = `^[[:space:]{]*["']?(openapi|swagger)["']?[[:space:]]*:[[:space:]]*["']?[23]`;

function documentsIn({ commit, root }: Omit<Commit, 'ref'>): string[] {
  const files = ['*.yaml', '*.yml', '*.json'];
  const found = askGit(root, 'grep', '-l', '-z', '-E', '-e', OPENAPI, commit, '--', ...files) ?? '';
  return [...found.matchAll(/[^\0]+/g)].map(([each]) => each.slice(commit.length + 1));
}
