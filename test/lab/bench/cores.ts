import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Cores by their numbers, as `taskset -c` takes them. */
export interface Cores {
  /** That of the servers, so that what each takes is comparable. */
  readonly server: string;
  /** That of the load. */
  readonly load: string;
}

/**
 * Binds this process to one core and finds another for the servers.
 *
 * @returns undefined where that cannot be done: on one core only, or without `taskset` (Linux)
 */
export function bindToCores(): Cores | undefined {
  const [server, load] = allowedCores();
  if (server === undefined || load === undefined) return undefined;
  // All threads: those that Node has started already would stay where they are.
  const { status } = spawnSync('taskset', ['-a', '-c', '-p', String(load), String(process.pid)]);
  if (status !== 0) return undefined;
  return { server: String(server), load: String(load) };
}

/** The command that runs a command on some cores. */
export function onCores(cores: string | undefined, command: readonly string[]): readonly string[] {
  return cores === undefined ? command : ['taskset', '-c', cores, ...command];
}

/** Such as `0-3,8`. @see https://man7.org/linux/man-pages/man5/proc_pid_status.5.html */
function allowedCores(): number[] {
  const list = /^Cpus_allowed_list:\s*(.+)$/m.exec(readStatus())?.[1] ?? '';
  return list.split(',').flatMap((range) => {
    const [first = NaN, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 || 0 }, (_, index) => first + index);
  });
}

function readStatus(): string {
  try {
    return readFileSync('/proc/self/status', 'utf8');
  } catch {
    // Not Linux.
    return '';
  }
}
