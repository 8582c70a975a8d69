import type { Admission } from './admission';

/** What is to be read in its turn. */
export interface Visited {
  /** Reads what has arrived. */
  visit(): void;
}

interface Queued {
  readonly who: Visited;
  /** In milliseconds of `performance.now()`. */
  readonly dueAt: number;
}

/** Milliseconds that a turn of the event loop is to last: Node accepts one connection in each of them. */
const TURN_MS = 12;
const LEAST_VISITS = 16;
const MOST_VISITS = 1_000;
/** By how much visits of a turn change at most from one turn to the next, if more are due. */
const CHANGE = { least: 0.5, most: 1.25 } as const;

/** Milliseconds after which the admission hears how late visits were. */
const REPORT_MS = 10;

/** Milliseconds that a visit may be early, since timers count whole ones. */
const EARLY_MS = 1;

/**
 * Reads connections when they are due, while more requests arrive than can be served: in each turn of the event
 * loop as many as make it no long one. How late they are tells the admission what there is room for.
 */
export class Rounds {
  /** Whoever is due first comes first. */
  private readonly queue: Queued[] = [];
  private isScheduled = false;
  private activeMs = 0;
  private visits = LEAST_VISITS;
  private werePostponed = false;
  private latestMs = 0;
  private reportedAt = 0;

  constructor(private readonly admission: Admission) {}

  /** @param dueAt in milliseconds of `performance.now()` */
  add(who: Visited, dueAt: number): void {
    const { queue } = this;
    let index = queue.length;
    while (index > 0 && (queue[index - 1]?.dueAt ?? 0) > dueAt) index--;
    queue.splice(index, 0, { who, dueAt });
    if (!this.isScheduled) this.schedule(performance.eventLoopUtilization().active);
  }

  /** @param activeMs for how long the event loop has been busy until now */
  private schedule(activeMs: number): void {
    this.isScheduled = true;
    this.activeMs = activeMs;
    const waitMs = (this.queue[0]?.dueAt ?? 0) - performance.now();
    if (waitMs > EARLY_MS) setTimeout(this.goOn, waitMs);
    else setImmediate(this.goOn);
  }

  private readonly goOn = (): void => {
    const { active } = performance.eventLoopUtilization();
    const turnMs = active - this.activeMs;
    const now = performance.now();
    const most = this.mostVisits(turnMs);
    const notDue = this.queue.findIndex(({ dueAt }) => dueAt > now + EARLY_MS);
    const due = notDue === -1 ? this.queue.length : notDue;
    this.werePostponed = due > most;
    const visited = this.queue.splice(0, Math.min(due, most));
    this.report(now, visited[0], turnMs);
    for (const { who } of visited) who.visit();
    this.isScheduled = false;
    if (this.queue.length > 0) this.schedule(active);
  };

  private mostVisits(turnMs: number): number {
    const most = this.werePostponed ? CHANGE.most : 1;
    const visits = this.visits * Math.min(most, Math.max(CHANGE.least, TURN_MS / turnMs));
    this.visits = Math.min(MOST_VISITS, Math.max(LEAST_VISITS, visits));
    return Math.floor(this.visits);
  }

  private report(now: number, first: Queued | undefined, turnMs: number): void {
    this.latestMs = Math.max(this.latestMs, now - (first?.dueAt ?? now));
    if (now - this.reportedAt < REPORT_MS) return;
    this.admission.adapt(this.latestMs, turnMs);
    this.latestMs = 0;
    this.reportedAt = now;
  }
}
