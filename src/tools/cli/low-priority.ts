import os from 'node:os';

/** A third of the time of others. With less, the process would hardly run on a busy machine. */
const NICENESS = 5;

/** Lowers the priority of a process, if the system allows it. */
export function lowerPriority(pid: number): void {
  try {
    os.setPriority(pid, NICENESS);
  } catch {
    // It has already ended, or may not be changed. Then it runs at normal priority.
  }
}

/**
 * Lowers the priority of this thread and those it starts, if threads have their own priorities.
 * @see https://man7.org/linux/man-pages/man2/setpriority.2.html (Notes: C library/kernel differences)
 */
export function lowerThreadPriority(): void {
  if (process.platform === 'linux') lowerPriority(0);
}
