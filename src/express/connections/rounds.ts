import type { Admission } from './admission';
import type { Backlog } from './backlog';

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

/** Milliseconds for which connections are visited in a turn of the event loop, and one more is. */
const TURN_MS = 5;

/** Visits in a turn at most: one may do no more than to have a connection read when the turn has ended. */
const MOST_VISITS = 250;

/** Milliseconds after which the admission hears how late visits were. */
const REPORT_MS = 10;

/** Milliseconds that a visit may be early, since timers count whole ones. */
const EARLY_MS = 1;

/**
 * Reads connections when they are due, while more requests arrive than can be served: in each turn of the event
 * loop as many as make it no long one. How late they are tells the admission what there is room for.
 */
export class Rounds {
  /** Those that are due at once, and those that are due later; whoever is due first comes first in each. */
  private readonly queues = { due: [] as Queued[], later: [] as Queued[] };
  private isScheduled = false;
  private activeMs = 0;
  private latestMs = 0;
  /** True when some of those that were due had to wait for another turn since the last report. */
  private werePostponed = false;
  private reportedAt = 0;

  constructor(
    private readonly admission: Admission,
    private readonly backlog: Backlog,
  ) {}

  /** @param dueAt in milliseconds of `performance.now()` */
  add(who: Visited, dueAt: number): void {
    const queue = dueAt > performance.now() ? this.queues.later : this.queues.due;
    let index = queue.length;
    while (index > 0 && (queue[index - 1]?.dueAt ?? 0) > dueAt) index--;
    queue.splice(index, 0, { who, dueAt });
    if (!this.isScheduled) this.schedule(performance.eventLoopUtilization().active);
  }

  /** The queue of whoever is due first; empty when nobody is queued. */
  private get next(): Queued[] {
    const { due, later } = this.queues;
    return (due[0]?.dueAt ?? Infinity) <= (later[0]?.dueAt ?? Infinity) ? due : later;
  }

  /** @param activeMs for how long the event loop has been busy until now */
  private schedule(activeMs: number): void {
    this.isScheduled = true;
    this.activeMs = activeMs;
    const waitMs = (this.next[0]?.dueAt ?? 0) - performance.now();
    if (waitMs > EARLY_MS) setTimeout(this.goOn, waitMs);
    else setImmediate(this.goOn);
  }

  private readonly goOn = (): void => {
    const { active } = performance.eventLoopUtilization();
    const now = performance.now();
    if (this.backlog.takesTurn) this.werePostponed = true;
    else {
      this.report(now, active - this.activeMs);
      this.visitDue(now);
    }
    this.isScheduled = false;
    if (this.next.length > 0) this.schedule(active);
  };

  private visitDue(now: number): void {
    const end = now + TURN_MS;
    for (let visits = 0; visits < MOST_VISITS; visits++) {
      const queue = this.next;
      const [first] = queue;
      if (first === undefined || first.dueAt > now + EARLY_MS) return;
      queue.shift();
      first.who.visit();
      if (performance.now() >= end) break;
    }
    this.werePostponed ||= (this.next[0]?.dueAt ?? Infinity) <= now;
  }

  private report(now: number, turnMs: number): void {
    this.latestMs = Math.max(this.latestMs, now - (this.next[0]?.dueAt ?? now));
    if (now - this.reportedAt < REPORT_MS) return;
    this.admission.adapt(this.latestMs, turnMs, this.werePostponed);
    this.latestMs = 0;
    this.werePostponed = false;
    this.reportedAt = now;
  }
}
