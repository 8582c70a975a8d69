import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CommandError } from '../../cli/command-line';
import {
  describeFaults,
  DocumentError,
  readDocument,
  type SourceDocument,
} from '../../generate/index';
import { readProjectDocument, type ReadingOptions } from '../../generate/project';

/**
 * Reads the document that another one is compared with.
 *
 * @param base a file, or `REF:PATH` as git has it: a document of an earlier commit, tag or branch, with the
 *   files in its folder and below
 * @throws CommandError naming what is missing, and what to do
 */
export function readBase(base: string, options: ReadingOptions): SourceDocument {
  if (existsSync(base)) return readProjectDocument(base, options);
  const [, ref, file] = /^([^:]+):(.+)$/.exec(base) ?? [];
  if (ref === undefined || file === undefined) {
    throw new CommandError(`There is no base at ${base}; name a file, or REF:PATH of git`);
  }
  return readCommitted(ref, file);
}

function readCommitted(ref: string, given: string): SourceDocument {
  const file = path.posix.normalize(
    given.startsWith('./') ? git('rev-parse', '--show-prefix').trim() + given : given,
  );
  const commit = commitOf(ref);
  const folder = path.posix.dirname(file);
  const names = git(
    'ls-tree',
    '-r',
    '-z',
    '--name-only',
    '--full-tree',
    commit,
    folder === '.' ? '' : folder,
  )
    .split('\0')
    .filter((name) => /\.(?:ya?ml|json)$/i.test(name));
  if (!names.includes(file)) throw new CommandError(`There is no ${file} in ${ref}`);
  const copy = mkdtempSync(path.join(os.tmpdir(), 'base-'));
  try {
    for (const name of names) {
      const target = path.join(copy, name);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, git('show', `${commit}:${name}`));
    }
    return readDocument(path.join(copy, file), `${ref}:${file}`);
  } catch (error) {
    if (error instanceof DocumentError) throw new CommandError(describeFaults(error.faults));
    throw error;
  } finally {
    rmSync(copy, { recursive: true });
  }
}

function commitOf(ref: string): string {
  const { status, stdout } = run('rev-parse', '--verify', '--quiet', `${ref}^{commit}`);
  if (status === 0) return stdout.trim();
  const isShallow = run('rev-parse', '--is-shallow-repository').stdout.trim() === 'true';
  const remedy = isShallow
    ? 'the clone is shallow, so fetch its history first (git fetch --unshallow; fetch-depth: 0 in GitHub Actions)'
    : 'name a commit, tag or branch that is here (git fetch)';
  throw new CommandError(`There is no ${ref} in this repository; ${remedy}`);
}

function git(...args: readonly string[]): string {
  const { status, stdout, stderr } = run(...args.filter((each) => each !== ''));
  if (status !== 0) throw new CommandError(`git cannot read the base: ${stderr.trim()}`);
  return stdout;
}

function run(...args: readonly string[]): {
  status: number | null;
  stdout: string;
  stderr: string;
} {
  const { error, ...result } = spawnSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 30 });
  if (error !== undefined) throw new CommandError(`git cannot be run: ${error.message}`);
  return result;
}
