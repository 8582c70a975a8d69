import type { Backlog } from './backlog';

/**
 * Milliseconds of each turn of the event loop for what waits here: as many as everything else took, so that
 * it has half of the time, within these.
 */
const LEAST_MS = 2;
const MOST_MS = 10;

/** What waits for its turn. */
export interface Task {
  run(): void;
}

/**
 * Work for clients that send much at once, which is done in small parts, each in its turn, so that it
 * takes no more than a share of the time.
 */
export class TurnQueue {
  private readonly tasks = new Set<Task>();
  private isScheduled = false;
  private endedAt = 0;

  /** @param backlog to which turns are left: one connection is accepted in each, and long ones would keep them out */
  constructor(private readonly backlog: Backlog) {}

  /** Has a task run in a coming turn of the event loop, once, also when it waits already. */
  add(task: Task): void {
    this.tasks.add(task);
    this.schedule();
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(this.runTasks);
  }

  private readonly runTasks = (): void => {
    this.isScheduled = false;
    if (this.backlog.takesTurn) {
      this.schedule();
      return;
    }
    const now = performance.now();
    const end = now + Math.min(MOST_MS, Math.max(LEAST_MS, now - this.endedAt));
    for (const task of this.tasks) {
      this.tasks.delete(task);
      task.run();
      if (performance.now() >= end) break;
    }
    this.endedAt = performance.now();
    if (this.tasks.size > 0) this.schedule();
  };
}
