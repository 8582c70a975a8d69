import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The core of the servers and that of the load. */
export interface Cores {
  readonly server: number;
  readonly load: number;
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
  const bound = spawnSync('taskset', ['-a', '-c', '-p', String(load), String(process.pid)]);
  return bound.status === 0 ? { server, load } : undefined;
}

/** The command that runs a command on a core. */
export function onCore(core: number | undefined, command: readonly string[]): readonly string[] {
  return core === undefined ? command : ['taskset', '-c', String(core), ...command];
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
