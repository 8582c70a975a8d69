import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 5;
const TURNS = 1_000;

/** Waits until something holds; only the time limit of the test ends it. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(POLL_MS);
}

/**
 * Waits a thousand turns of the event loop: a server in this process has read what was sent to it before, and done
 * what waits neither for its client nor for a timer, however slow the machine is.
 */
export async function turns(): Promise<void> {
  for (let count = 0; count < TURNS; count++) await turn();
}

/** Waits until a number stays the same for a thousand turns of the event loop. */
export async function settled(count: () => number): Promise<void> {
  let before: number;
  do {
    before = count();
    await turns();
  } while (count() !== before);
}
