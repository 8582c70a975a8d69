import type { Worker } from 'node:worker_threads';
import { ListenError } from '../listener';
import { startThread } from '../start-thread';
import type { MetricsFormat, MetricsText } from '../management/metrics';
import type { HostLimits, MainMessage, ThreadData, ThreadMessage } from './messages';
import { ReadinessReports } from './readiness-reports';

export interface ManagementThreadOptions {
  readonly host: string;
  /** 0 to 65535; 0 takes a free one. */
  readonly port: number;
  readonly limits: HostLimits;
  /** Told of what should not have happened in the thread. */
  readonly onFault: (error: Error) => void;
}

/** How long the thread may take to end beyond its grace time, before it is cut off. */
const END_MS = 1_000;

/**
 * A listener for what is under `/-/` in a thread of its own, so that probes get their answers whatever
 * the load on the main thread. Of the main thread it asks its metrics alone: that one says of itself, several
 * times a second, whether it is ready, and its silence is an answer too (main-thread.ts).
 */
export class ManagementThread {
  private readonly worker: Worker;
  private readonly listening: Promise<string>;
  private readonly ended: Promise<void>;
  private reports: ReadinessReports | undefined;
  private readonly onFault: (error: Error) => void;
  private isEnding = false;

  /** The thread loads its modules from here on, and listens when it is told to. */
  constructor({ host, port, limits, onFault }: ManagementThreadOptions) {
    const data: ThreadData = { host, port, limits };
    const worker = startThread('src/management-thread/worker', data);
    this.onFault = onFault;
    this.worker = worker;
    this.listening = untilListening(worker);
    // One that fails before anybody waits for it fails then.
    this.listening.catch(() => undefined);
    worker.on('message', (message: ThreadMessage) => {
      if ('fault' in message) onFault(new Error(message.fault));
    });
    worker.on('error', onFault);
    this.ended = new Promise((resolve) => {
      worker.once('exit', () => {
        this.reports?.end();
        if (!this.isEnding) onFault(new Error('The thread has ended'));
        resolve();
      });
    });
  }

  /**
   * Listens, and lets the thread know from now on whether the service is ready.
   *
   * @param notReady resolves to why the service is not ready, or to undefined when it is; it never rejects
   * @param writeMetrics gives the metrics of the main thread
   * @returns the URL, as that of a Listener
   * @throws ListenError saying which address and what to change
   */
  async listen(
    notReady: () => Promise<string | undefined>,
    writeMetrics: (format: MetricsFormat) => Promise<MetricsText>,
  ): Promise<string> {
    this.worker.on('message', (message: ThreadMessage) => {
      if ('metricsWanted' in message) void this.tellMetrics(message.metricsWanted, writeMetrics);
    });
    this.reports = new ReadinessReports(notReady, (readiness) => {
      this.say(readiness);
    });
    void this.reports.check();
    return this.listening;
  }

  /** Looks whether the service is ready and lets the thread know, after a change that is known of. */
  async tell(): Promise<void> {
    await this.reports?.check();
  }

  /** Stops listening, lets responses under way end within the grace time, and ends the thread. */
  async close(graceMs: number): Promise<void> {
    this.isEnding = true;
    this.say({ closeWithinMs: graceMs });
    const deadline = setTimeout(() => void this.worker.terminate(), graceMs + END_MS);
    await this.ended;
    clearTimeout(deadline);
  }

  /** What fails is told of, and the thread waits in vain. */
  private async tellMetrics(
    format: MetricsFormat,
    write: (format: MetricsFormat) => Promise<MetricsText>,
  ): Promise<void> {
    try {
      this.say({ metrics: await write(format), format });
    } catch (error) {
      this.onFault(error as Error);
    }
  }

  private say(message: MainMessage): void {
    this.worker.postMessage(message);
  }
}

/** @returns the URL */
function untilListening(worker: Worker): Promise<string> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: ThreadMessage) => {
      if ('url' in message) resolve(message.url);
      else if ('refused' in message) reject(new ListenError(message.refused));
    });
    worker.once('error', reject);
  });
}
