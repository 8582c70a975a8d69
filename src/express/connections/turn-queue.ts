/** Milliseconds of each turn of the event loop for what waits here. */
const BUDGET_MS = 2;

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
  private isHurried = false;

  /** Has a task run in a coming turn of the event loop, once, also when it waits already. */
  add(task: Task): void {
    this.tasks.add(task);
    this.schedule();
  }

  /**
   * Leaves this turn to what is not here, but for one task. Node accepts one connection in a turn, so that
   * while some wait to be accepted, long turns would keep them out.
   */
  hurry(): void {
    this.isHurried = true;
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(this.runTasks);
  }

  private readonly runTasks = (): void => {
    this.isScheduled = false;
    const end = this.isHurried ? 0 : performance.now() + BUDGET_MS;
    this.isHurried = false;
    for (const task of this.tasks) {
      this.tasks.delete(task);
      task.run();
      if (performance.now() >= end) break;
    }
    if (this.tasks.size > 0) this.schedule();
  };
}
