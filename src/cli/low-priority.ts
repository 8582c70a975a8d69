import os from 'node:os';

/** As `nice` without a number gives it. */
const NICENESS = 10;

/** Has a process run when nothing else wants to, as far as the system lets it. */
export function lowerPriority(pid: number): void {
  try {
    os.setPriority(pid, NICENESS);
  } catch {
    // It has ended already, or may not be changed; it only runs as others do then.
  }
}

/**
 * The same for this thread and those that it starts, where threads have priorities of their own.
 *
 * @see https://man7.org/linux/man-pages/man2/setpriority.2.html (Notes: C library/kernel differences)
 */
export function lowerThreadPriority(): void {
  if (process.platform === 'linux') lowerPriority(0);
}
