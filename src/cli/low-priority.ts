import os from 'node:os';

/** A third of the time that others get: with less, a busy machine leaves it next to none. */
const NICENESS = 5;

/** Has a process run behind others, as far as the system lets it. */
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
