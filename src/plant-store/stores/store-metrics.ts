import { Durations, histogram, type MetricFamily, type MetricsSource, single } from '../../service';
import type { CommitObserver } from './batches';

/** From a quiet SSD to a stalled disk. */
const COMMIT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30];

export class StoreMetrics implements CommitObserver, MetricsSource {
  private readonly commits = {
    done: new Durations(COMMIT_SECONDS),
    failed: new Durations(COMMIT_SECONDS),
  };
  private waiting = 0;

  committed(seconds: number, isDone: boolean): void {
    this.commits[isDone ? 'done' : 'failed'].add(seconds);
  }

  queued(waiting: number): void {
    this.waiting = waiting;
  }

  getMetricsAsJSON(): readonly MetricFamily[] {
    return [
      histogram('store_commit_duration_seconds', 'Time that a commit of creates took', (name) =>
        Object.entries(this.commits).flatMap(([outcome, durations]) =>
          durations.samples(name, { outcome }),
        ),
      ),
      single('gauge', 'store_creates_waiting', 'Creates that wait for a commit', this.waiting),
    ];
  }
}
