import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { serverUser } from '../binaries';

/** Starts a program as the server's user, with what it says in a file. */
export function startProgram(
  program: string,
  args: readonly string[],
  { folder, log }: { readonly folder: string; readonly log: string },
): ChildProcess {
  const output = openSync(log, 'a');
  const child = spawn(program, args, {
    ...serverUser,
    cwd: folder,
    // PostgreSQL's programs are named by their paths; Patroni's own need nothing of the environment.
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', HOME: folder },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  child.on('error', () => undefined);
  return child;
}

/** Sends a signal to processes by their numbers; those that have ended are passed over. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** The first process of a PostgreSQL by its data folder, and all others of it; none when it does not run. */
export function serverProcesses(dataFolder: string): number[] {
  const first = firstProcess(dataFolder);
  return first === undefined ? [] : [first, ...childrenOf(first)];
}

function firstProcess(dataFolder: string): number | undefined {
  try {
    const pid = Number(readFileSync(`${dataFolder}/postmaster.pid`, 'utf8').split('\n')[0]);
    // The file outlives a kill, and the number may be somebody else's by then.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataFolder) ? pid : undefined;
  } catch {
    return undefined;
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);
}

/** @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function parentOf(pid: number): number | undefined {
  try {
    return Number(/\) \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}
