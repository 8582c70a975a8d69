import { STARTING, type Readiness } from './messages';

/** Milliseconds between two reports: as late as a probe learns of a change at most. */
const REPORT_MS = 250;

/** Reports after which a check that has no result yet is one: 2 s. */
const PATIENCE = 8;

/**
 * Reports whether the service is ready, again and again: each report is a sign of life, and a change is
 * reported when it is seen. One check runs at a time.
 */
export class ReadinessReports {
  private readonly timer: NodeJS.Timeout;
  private readiness = STARTING;
  private lastCheck = 0;
  /** Reports since the check that runs has begun; undefined when none runs. */
  private waited: number | undefined;

  constructor(
    private readonly notReady: () => Promise<string | undefined>,
    private readonly report: (readiness: Readiness) => void,
  ) {
    this.timer = setInterval(() => {
      this.next();
    }, REPORT_MS).unref();
  }

  /** Checks and reports at once, after a change that is known of; what an earlier check finds does not count. */
  async check(): Promise<void> {
    const check = ++this.lastCheck;
    this.waited = 0;
    const notReady = await this.notReady();
    if (check !== this.lastCheck) return;
    this.waited = undefined;
    const isChange = notReady !== this.readiness.notReady;
    this.readiness = { notReady };
    if (isChange) this.report(this.readiness);
  }

  end(): void {
    clearInterval(this.timer);
  }

  private next(): void {
    if (this.waited === undefined) void this.check();
    else if (++this.waited === PATIENCE) {
      this.readiness = { notReady: 'whether the service is ready cannot be determined' };
    }
    this.report(this.readiness);
  }
}
