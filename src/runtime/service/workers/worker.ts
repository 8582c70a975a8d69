import type cluster from 'node:cluster';
import type { MetricsFormat, MetricsText } from '../../management/metrics';
import type { Environment } from '../config';
import type { Counted, Counter } from '../quotas/usage-counter';
import type { ProcessMetrics } from '../telemetry/metrics';
import { ignoreSignals, onHangUp } from '../until-signal';
import { Calls, type FirstCalls, type Listening, type WorkerCalls } from './calls';
import { counterBy } from './service-counters';

/** Set by the first process for those that it starts: another program may have made this one a worker of its own. */
export const WORKER_VARIABLE = 'PLANT_STORE_WORKER';

/** Only where there are workers. */
export function loadCluster(): typeof cluster {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- import() would need a flag under Jest
  return require('node:cluster') as typeof cluster;
}

/** The state of a service in a worker, as the first process asks for it. */
export interface WorkerService {
  readonly notReady: () => Promise<string | undefined>;
  readonly metrics: () => Promise<ProcessMetrics>;
  /** Milliseconds that it takes to close at most. */
  readonly shutdownMs: number;
}

/** A service that runs in a worker. */
interface Service extends Pick<Listening, 'url'>, Partial<Pick<Listening, 'managementUrl'>> {
  close(): Promise<void>;
}

/** The state of all workers together, for the pages under `/-/`. */
export interface AllWorkers {
  readonly live: () => Promise<void>;
  readonly notReady: () => Promise<string | undefined>;
  readonly writeMetrics: (format: MetricsFormat) => Promise<MetricsText>;
}

let joined: WorkerProcess | undefined;

/** This process as one of several workers; undefined where it is none. */
export function thisWorker(): WorkerProcess | undefined {
  return joined;
}

/** Makes this process a worker, if the first process has started it as one. @returns undefined in the first process */
export function joinWorkers(env: Environment): WorkerProcess | undefined {
  const { worker } = loadCluster();
  if (worker === undefined || env[WORKER_VARIABLE] === undefined) return undefined;
  // A terminal and systemd send them to all processes; the first one decides.
  ignoreSignals();
  return (joined ??= new WorkerProcess(worker));
}

type ClusterWorker = NonNullable<typeof cluster.worker>;

/** One of several processes that serve the same address, to the first process, which starts and ends it. */
export class WorkerProcess {
  /** True once another worker is about to serve in its place, so that it refuses nothing while it closes. */
  isReplaced = false;
  private service: WorkerService | undefined;
  private readonly first: Calls<WorkerCalls, FirstCalls>;
  private askToClose: () => void = () => undefined;
  private readonly closeAsked = new Promise<void>((resolve) => (this.askToClose = resolve));
  private hasClosed: () => void = () => undefined;
  private readonly closed = new Promise<void>((resolve) => (this.hasClosed = resolve));

  constructor(private readonly worker: ClusterWorker) {
    this.first = new Calls<WorkerCalls, FirstCalls>(worker, {
      ping: () => undefined,
      notReady: async () => this.service?.notReady(),
      metrics: async () => (await this.service?.metrics()) ?? [],
      close: (isReplaced) => {
        this.isReplaced = isReplaced;
        this.askToClose();
        return this.closed;
      },
    });
    onHangUp(() => {
      this.first.call('hangUp').catch(() => undefined);
    });
  }

  /** The first one logs what would be the same in all. */
  get isFirst(): boolean {
    return this.worker.id === 1;
  }

  readonly all: AllWorkers = {
    live: () => this.first.call('live'),
    notReady: () => this.first.call('notReady'),
    writeMetrics: (format) => this.first.call('metrics', format),
  };

  /** Makes a counter that all workers have in common. */
  readonly counterOf = (counted: Counted): Counter => counterBy(this.first, counted);

  /** Registers the service whose state the first process asks for. */
  introduce(service: WorkerService): void {
    this.service = service;
  }

  /** Serves until the first process wants this worker to end. @throws what the start throws */
  async serve(start: () => Promise<Service>): Promise<void> {
    const service = await start().catch((error: unknown) => {
      // The channel to the first process would keep this one alive.
      this.worker.disconnect();
      throw error;
    });
    const { url, managementUrl = url } = service;
    const at = { url, managementUrl, shutdownMs: this.service?.shutdownMs ?? 0 };
    // If the first process has ended, this one ends with it.
    this.first.call('listening', at).catch(() => undefined);
    await this.closeAsked;
    await service.close();
    this.hasClosed();
  }
}
