import { Durations, type MetricFamily, type MetricsSource } from 'openapi-trellis/service';
import type { CommitObserver } from './batches';

/** From a quiet SSD to a stalled disk. */
const COMMIT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30];

const COMMITS = 'store_commit_duration_seconds';

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
    const commits = Object.entries(this.commits).flatMap(([outcome, durations]) =>
      durations.samples(COMMITS, { outcome }),
    );
    const waiting = [{ labels: {}, value: this.waiting }];
    return [
      {
        name: COMMITS,
        help: 'Time that a commit of creates took',
        type: 'histogram',
        values: commits,
      },
      {
        name: 'store_creates_waiting',
        help: 'Creates that wait for a commit',
        type: 'gauge',
        values: waiting,
      },
    ];
  }
}
