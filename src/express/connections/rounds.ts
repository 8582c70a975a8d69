import type { Admission } from './admission';

/** What is to be read in its turn. */
export interface Visited {
  /** Reads what has arrived. */
  visit(): void;
}

interface Queued {
  readonly who: Visited;
  /** In milliseconds of `performance.now()`. */
  readonly since: number;
}

/** Milliseconds that a turn of the event loop is to last: Node accepts one connection in each of them. */
const TURN_MS = 12;
const LEAST_VISITS = 4;
const MOST_VISITS = 1_000;

/** Milliseconds after which the admission hears how long connections waited. */
const REPORT_MS = 10;

/**
 * Reads connections in rounds while more requests arrive than can be served: in each turn of the event loop as
 * many as make it no long one, whoever has waited longest first. How long they wait tells the admission what
 * there is room for.
 */
export class Rounds {
  private readonly queue: Queued[] = [];
  private isScheduled = false;
  private activeMs = 0;
  private visits = LEAST_VISITS;
  private longestMs = 0;
  private reportedAt = 0;

  constructor(private readonly admission: Admission) {}

  add(who: Visited): void {
    this.queue.push({ who, since: performance.now() });
    if (!this.isScheduled) this.schedule(performance.eventLoopUtilization().active);
  }

  /** @param activeMs for how long the event loop has been busy until now */
  private schedule(activeMs: number): void {
    this.isScheduled = true;
    this.activeMs = activeMs;
    setImmediate(this.goOn);
  }

  private readonly goOn = (): void => {
    this.isScheduled = false;
    const { active } = performance.eventLoopUtilization();
    const turnMs = active - this.activeMs;
    const next = this.visits * Math.min(1.25, Math.max(0.5, TURN_MS / turnMs));
    this.visits = Math.min(MOST_VISITS, Math.max(LEAST_VISITS, next));
    const visited = this.queue.splice(0, this.visits);
    this.report(visited[0], turnMs);
    for (const { who } of visited) who.visit();
    if (this.queue.length > 0) this.schedule(active);
  };

  private report(first: Queued | undefined, turnMs: number): void {
    const now = performance.now();
    this.longestMs = Math.max(this.longestMs, now - (first?.since ?? now), turnMs);
    if (now - this.reportedAt < REPORT_MS) return;
    this.admission.adapt(this.longestMs, turnMs);
    this.longestMs = 0;
    this.reportedAt = now;
  }
}
