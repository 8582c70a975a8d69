import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { existsSync, lstatSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { CommandError } from './command-line';
import { isWithin, withAncestors } from './regular-file';

/** Commands that read objects, the index and settings: without options, they have no filter, textconv or pager. */
type Command = 'cat-file' | 'config' | 'diff-index' | 'grep' | 'ls-files' | 'ls-tree' | 'rev-parse';
type Call = readonly [command: Command, ...args: string[]];

/** Settings that run a program with any command, and repositories among the files of a commit. */
const OFF = ['core.fsmonitor=', 'core.hooksPath=/dev/null', 'safe.bareRepository=explicit'];

/** What a partial clone lacks is not fetched; git before 2.44 only knows the variable of protocols. */
const OFFLINE = { GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none', GIT_TERMINAL_PROMPT: '0' };

/**
 * The output of git, which runs nothing that the repository names. The user's environment counts, such as GIT_DIR of
 * a hook.
 * @returns empty for nothing found
 * @throws CommandError with git's message
 */
export function git(folder: string, call: Call, input = ''): Buffer {
  refuseBare(folder);
  const { error, status, signal, stdout, stderr } = run(folder, call, input);
  if (error !== undefined) throw new CommandError(`git cannot be run: ${error.message}`);
  const isNothingFound = status === 1 && stderr.length === 0;
  if (status === 0 || isNothingFound) return stdout;
  throw unreadable(folder, stderr.toString() || `it ended with ${signal ?? status}`);
}

/**
 * The output of git; undefined if it fails.
 * @throws CommandError for a folder that is a repository itself
 */
export function askGit(folder: string, ...call: Call): string | undefined {
  refuseBare(folder);
  const { status, stdout } = run(folder, call);
  return status === 0 ? stdout.toString() : undefined;
}

export function unreadable(folder: string, reason: string): CommandError {
  const partial = askGit(folder, 'config', '--get-regexp', '^remote\\..*\\.promisor$');
  const remedy =
    partial === undefined
      ? ''
      : '; the clone is partial, so fetch what it lacks first (git fetch --refetch --no-filter)';
  return new CommandError(`git cannot read the base: ${reason.trim()}${remedy}`);
}

/**
 * Refuses a folder where git finds a repository without `.git`: its configuration may be of a pull request. Git knows
 * safe.bareRepository since 2.38.
 */
function refuseBare(folder: string): void {
  if (process.env.GIT_DIR !== undefined || !existsSync(folder)) return;
  const real = realpathSync(folder);
  if (!mayBeInBare(real)) return;
  const call = ['-c', 'safe.bareRepository=all', 'rev-parse', '--absolute-git-dir'];
  const { status, stdout } = run(folder, call);
  const repository = stdout.toString().replace(/\n$/, '');
  if (status !== 0 || !isWithin(repository, real)) return;
  throw new CommandError(
    `git would follow the settings of ${repository}, which has the files of a repository (HEAD, objects, refs); run in a folder above it, or remove them`,
  );
}

/** Saves a process: each repository has a HEAD. */
function mayBeInBare(folder: string): boolean {
  return withAncestors(folder).some(
    (each) => lstatSync(path.join(each, 'HEAD'), { throwIfNoEntry: false }) !== undefined,
  );
}

function run(folder: string, call: readonly string[], input = ''): SpawnSyncReturns<Buffer> {
  const args = ['-C', path.resolve(folder), ...OFF.flatMap((each) => ['-c', each]), ...call];
  return spawnSync('git', args, {
    // Neither Windows nor a PATH with a relative folder finds a program of the repository from here.
    cwd: path.dirname(process.execPath),
    env: { ...process.env, ...OFFLINE },
    ...{ input, maxBuffer: 2 ** 30 },
  });
}
