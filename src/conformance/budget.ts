import type { Interruption, PhaseResult } from './results';

/** What a run may take. */
export interface Limits {
  /** Of the whole run, in milliseconds. */
  readonly timeMs: number;
  /** Requests of the whole run. */
  readonly requests: number;
  /** Requests a second; undefined for as many as go. */
  readonly rate?: number | undefined;
}

/** Counts what a run has left of its limits. */
export class Budget {
  private readonly startedAt = performance.now();
  private sent = 0;
  private stopped: Interruption | undefined;
  /** When the next request may be sent. */
  private slot = 0;

  constructor(private readonly limits: Limits) {}

  /** Ends the run after the requests that are under way. */
  stop(reason: Interruption): void {
    this.stopped ??= reason;
  }

  /** Why no more may be sent; undefined while more may. @param share of the time that may be used, 0 to 1 */
  end(share = 1): PhaseResult['ended'] | undefined {
    if (this.stopped !== undefined) return this.stopped;
    if (this.sent >= this.limits.requests) return 'requests';
    const next = Math.max(performance.now(), this.slot) - this.startedAt;
    return next >= this.limits.timeMs * share ? 'time' : undefined;
  }

  get elapsedMs(): number {
    return performance.now() - this.startedAt;
  }

  /** Counts a request, and waits until the rate allows it. */
  async take(): Promise<void> {
    this.sent++;
    const { rate } = this.limits;
    if (rate === undefined) return;
    const now = performance.now();
    const at = Math.max(now, this.slot);
    this.slot = at + 1000 / rate;
    if (at > now) await new Promise((resolve) => setTimeout(resolve, at - now));
  }
}
