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

/**
 * Milliseconds that a turn of the event loop is to last, and visits in one at least: while connections wait to be
 * accepted, one in each turn, and while none do.
 */
const TURN = { accepting: { ms: 0.1, visits: 1 }, otherwise: { ms: 12, visits: 16 } } as const;
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
  /** Those that are due at once, and those that are due later; whoever is due first comes first in each. */
  private readonly queues = { due: [] as Queued[], later: [] as Queued[] };
  private isScheduled = false;
  private activeMs = 0;
  private visits: number = TURN.otherwise.visits;
  private werePostponed = false;
  private latestMs = 0;
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
    const turnMs = active - this.activeMs;
    const now = performance.now();
    const visited = this.takeDue(now + EARLY_MS, this.mostVisits(turnMs));
    this.report(now, visited[0], turnMs);
    for (const { who } of visited) who.visit();
    this.isScheduled = false;
    if (this.next.length > 0) this.schedule(active);
  };

  /** Takes those that are due by then, but no more than so many. */
  private takeDue(by: number, most: number): readonly Queued[] {
    const taken: Queued[] = [];
    let queue = this.next;
    while (queue[0] !== undefined && queue[0].dueAt <= by && taken.length < most) {
      taken.push(queue[0]);
      queue.shift();
      queue = this.next;
    }
    this.werePostponed = queue[0] !== undefined && queue[0].dueAt <= by;
    return taken;
  }

  private mostVisits(turnMs: number): number {
    const turn = this.backlog.isWaiting ? TURN.accepting : TURN.otherwise;
    const most = this.werePostponed ? CHANGE.most : 1;
    const visits = this.visits * Math.min(most, Math.max(CHANGE.least, turn.ms / turnMs));
    this.visits = Math.min(MOST_VISITS, Math.max(turn.visits, visits));
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
