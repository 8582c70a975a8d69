import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { CommandError } from '../../src/tools/cli/command-line';
import { ROOT } from './root';

/** Shared by the laboratory's commands. */

const EXIT_INTERRUPTED = 130;

const pending = new Set<() => void>();

/**
 * Registers a cleanup that runs when the process ends, even by a signal.
 * @param clear synchronous
 * @returns a function that unregisters it
 */
export function clearAtEnd(clear: () => void): () => void {
  pending.add(clear);
  return () => {
    pending.delete(clear);
  };
}

/** Installs the handlers that run the cleanups, the latest first. Call it once, before anything is started. */
export function endTidily(): void {
  process.once('exit', () => {
    for (const clear of [...pending].reverse()) {
      try {
        clear();
      } catch (error) {
        process.stderr.write(`${String(error)}\n`);
      }
    }
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      process.exit(EXIT_INTERRUPTED);
    });
  }
}

/** Reports progress: one line that changes on a terminal, a line for each step elsewhere. */
export function say(line: string): void {
  const { stderr } = process;
  stderr.write(stderr.isTTY ? `\r\x1b[K${line.slice(0, stderr.columns - 1)}` : `${line}\n`);
}

/** Clears the progress line. */
export function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
}

/** Builds the project. @throws CommandError when that fails */
export function build(): void {
  say('building the project (npm run build)');
  run('npm', ['run', '--silent', 'build'], ROOT);
}

/** Runs a program; standard output stays free for results. @throws CommandError naming the command that failed */
export function run(program: string, args: readonly string[], cwd: string): void {
  const { status } = spawnSync(program, args, { cwd, stdio: ['ignore', 2, 2] });
  if (status === 0) return;
  const folder = path.relative(process.cwd(), cwd) || '.';
  throw new CommandError(`"${[program, ...args].join(' ')}" failed in ${folder}; fix that first`);
}
