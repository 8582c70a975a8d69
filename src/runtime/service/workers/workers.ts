import type cluster from 'node:cluster';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { forwardLines, type Log } from '../log';
import type * as Exposition from '../telemetry/exposition';
import type { ProcessMetrics } from '../telemetry/metrics';
import { onHangUp } from '../until-signal';
import { Calls, type FirstCalls, type Listening, type WorkerCalls } from './calls';
import { serviceCounters } from './service-counters';
import { loadCluster, WORKER_VARIABLE } from './worker';

/** Starts that may end before the worker listens, one after the other, until the service gives up. */
const MOST_FAILED_STARTS = 5;

/** The least time between two starts of a worker, in milliseconds; each failure doubles it. */
const RESTART_MS = 1_000;

/** How long a worker may take to end beyond the time that it has to close, in milliseconds. */
const END_MS = 2_000;

/** The time between two pings of a worker, in milliseconds. */
const PING_MS = 1_000;

/** Pings that pass without an answer before a worker is killed: no handler should block its process for so long. */
const MOST_UNANSWERED = 30;

const EXIT_FAILED = 1;

/** Why the service is not ready. */
const STARTING = 'a worker is starting';

interface WorkersOptions {
  /** 2 or more. */
  readonly count: number;
  readonly log: Log;
}

export interface RunningWorkers extends Pick<Listening, 'url' | 'managementUrl'> {
  /**
   * Keeps them running until a signal, or until they end again and again before they listen. Then it has all of them
   * finish what is in flight, and waits for their ends.
   *
   * @returns the exit code; the log says what happens
   */
  run(signalled: Promise<string>): Promise<number>;
}

/**
 * Starts this program again as workers, which listen on the same address. The first worker starts alone, so a startup
 * error is reported once.
 *
 * @returns the exit code where it does not start; the worker has said why
 */
export async function startWorkers(options: WorkersOptions): Promise<RunningWorkers | number> {
  const supervisor = new Supervisor(options);
  return supervisor.start();
}

type ClusterWorker = NonNullable<typeof cluster.worker>;

interface End {
  readonly code: number | null;
  readonly signal: string | null;
}

interface Supervised {
  readonly worker: ClusterWorker;
  readonly child: ClusterWorker['process'];
  readonly calls: Calls<FirstCalls, WorkerCalls>;
  readonly startedAt: number;
  readonly listens: Promise<Listening>;
  readonly ended: Promise<End>;
  /** Undefined until it listens. */
  at?: Listening;
  /** Its end is wanted. */
  isRetired: boolean;
  /** Pings since its last answer. */
  unanswered: number;
  /** Those of the last scrape. */
  metrics: ProcessMetrics;
}

/** Starts, watches, replaces and ends the workers, and answers for all of them. */
class Supervisor {
  private readonly all = new Set<Supervised>();
  /** Those that listen and are to go on. */
  private readonly serving = new Set<Supervised>();
  /** Counters of workers that have ended, so that no sum becomes less. */
  private ofEnded: ProcessMetrics = [];
  private keeping: Promise<void> = Promise.resolve();
  private isScraped = false;
  private isClosing = false;
  /** True once its replacement counts instead of it. */
  private beingReplaced: Supervised | undefined;
  private replacing: Promise<void> = Promise.resolve();
  private giveUp: (code: number) => void = () => undefined;
  private hangUp: (signal: string) => void = () => undefined;
  private readonly hungUp = new Promise<string>((resolve) => (this.hangUp = resolve));
  private readonly failed = new Promise<number>((resolve) => (this.giveUp = resolve));
  private readonly write: (lines: string) => void;

  constructor(private readonly options: WorkersOptions) {
    this.write = forwardLines(options.log);
    const all = loadCluster();
    // Each worker accepts by itself: a connection that this process handed over would stay open for ever where the
    // worker is killed before it takes it.
    all.schedulingPolicy = all.SCHED_NONE;
    all.setupPrimary({
      // JSON has neither NaN, which metrics may have, nor undefined.
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    });
  }

  async start(): Promise<RunningWorkers | number> {
    const { count, log } = this.options;
    let started: () => void = () => undefined;
    this.replacing = new Promise((resolve) => (started = resolve));
    onHangUp(() => {
      this.replacing = this.replacing.then(() => (this.isClosing ? undefined : this.replaceAll()));
    });
    const first = this.fork();
    const begun = await Promise.race([first.listens, first.ended]);
    if (!('url' in begun)) {
      if (begun.code !== null && begun.code !== 0) return begun.code;
      log.fatal(begun, 'the first worker ended before it listened');
      return EXIT_FAILED;
    }
    const others = Array.from({ length: count - 1 }, () => this.startAnother());
    const code = await Promise.race([Promise.all(others), this.failed]);
    if (typeof code === 'number') {
      await this.end();
      return code;
    }
    // With port 0, the port of the first worker is lost if it ended before another one listened.
    const [{ at = begun } = first] = this.serving;
    const { url, managementUrl } = at;
    const pings = setInterval(() => {
      this.pingAll();
    }, PING_MS);
    log.info({ url, managementUrl, workers: count }, 'listening');
    started();
    const run = async (signalled: Promise<string>): Promise<number> => {
      const end = await Promise.race([signalled, this.hungUp, this.failed]);
      clearInterval(pings);
      const isSignal = typeof end === 'string';
      log.info(isSignal ? { signal: end } : {}, 'finishing what is in flight');
      await this.end();
      log.info('stopped');
      return isSignal ? 0 : end;
    };
    return { url, managementUrl, run };
  }

  private fork(): Supervised {
    // Lines of workers are JSON, which the log of this process writes as it writes its own.
    const worker = loadCluster().fork({ [WORKER_VARIABLE]: '1', LOG_FORMAT: 'json' });
    const { process: child } = worker;
    let listen: (at: Listening) => void = () => undefined;
    const listens = new Promise<Listening>((resolve) => (listen = resolve));
    const ended = new Promise<End>((resolve) => {
      child.once('exit', (code, signal) => {
        resolve({ code, signal });
      });
    });
    const one: Supervised = {
      ...{ worker, child, listens, ended },
      ...{ startedAt: performance.now(), isRetired: false, unanswered: 0, metrics: [] },
      calls: new Calls<FirstCalls, WorkerCalls>(worker, {
        ...this.answersForAll,
        listening: (at) => {
          one.at = at;
          this.serving.add(one);
          listen(at);
        },
      }),
    };
    // A process that cannot be started or sent to ends, which is what counts.
    worker.on('error', () => undefined);
    forward(child.stderr, this.write);
    this.all.add(one);
    void ended.then((end) => this.afterEnd(one, end));
    return one;
  }

  private async afterEnd(one: Supervised, end: End): Promise<void> {
    const hasServed = this.serving.delete(one);
    await this.keepCounters(one);
    if (one.isRetired || !hasServed) return;
    this.options.log.error({ pid: one.child.pid, ...end }, 'a worker ended');
    await this.startAnother(one.startedAt);
  }

  /** Starts a worker, and another one where it ends before it listens, up to a bound. */
  private async startAnother(lastStart = -Infinity): Promise<void> {
    const { log } = this.options;
    let startedAt = lastStart;
    for (let failures = 0; failures < MOST_FAILED_STARTS; failures++) {
      await sleep(Math.max(0, startedAt + RESTART_MS * 2 ** failures - performance.now()));
      if (this.isClosing || this.isComplete) return;
      const one = this.fork();
      startedAt = one.startedAt;
      const { pid } = one.child;
      const at = await Promise.race([one.listens, one.ended]);
      if (one.isRetired) return;
      if ('url' in at) {
        if (lastStart !== -Infinity) log.info({ pid }, 'another worker listens in its place');
        return;
      }
      log.error({ pid, ...at }, 'a worker ended before it listened');
    }
    log.fatal(`${MOST_FAILED_STARTS} workers in a row ended before they listened; ending`);
    this.giveUp(EXIT_FAILED);
  }

  /** Replaces the workers one after another; where a new one does not start, those that are left go on. */
  private async replaceAll(): Promise<void> {
    const { log } = this.options;
    log.info('replacing the workers');
    for (const old of [...this.serving]) {
      if (this.isClosing) return;
      this.beingReplaced = old;
      const next = this.fork();
      const at = await Promise.race([next.listens, next.ended]);
      this.beingReplaced = undefined;
      if (!('url' in at)) {
        if (next.isRetired) return;
        log.error(at, 'a new worker ended before it listened; those that are not replaced go on');
        // It counted as its replacement until now.
        if (!this.all.has(old)) await this.startAnother(next.startedAt);
        return;
      }
      await this.retire(old, true);
    }
    log.info('the workers are replaced');
  }

  /**
   * Kills those that hang: a stopped process, or a handler that never returns. It counts pings instead of reading a
   * clock, so that no worker is late because this process stood still.
   */
  private pingAll(): void {
    for (const one of this.serving) {
      if (one.unanswered === 0) void this.ping(one);
      if (++one.unanswered !== MOST_UNANSWERED + 1) continue;
      const { pid } = one.child;
      const seconds = (MOST_UNANSWERED * PING_MS) / 1_000;
      this.options.log.error({ pid }, `a worker has not responded for ${seconds} s and is killed`);
      one.child.kill('SIGKILL');
    }
  }

  private async ping(one: Supervised): Promise<void> {
    // The end of a worker is an event of its own.
    await one.calls.call('ping').catch(() => undefined);
    one.unanswered = 0;
  }

  /** True if there are as many workers as requested, including those that do not listen yet. */
  private get isComplete(): boolean {
    const going = [...this.all].filter((one) => !one.isRetired && one !== this.beingReplaced);
    return going.length >= this.options.count;
  }

  /** Has a worker finish what is in flight, and waits for its end. */
  private async retire(one: Supervised, isReplaced: boolean): Promise<void> {
    if (one.isRetired) {
      await one.ended;
      return;
    }
    this.serving.delete(one);
    one.isRetired = true;
    // Before it listens, nothing is in flight; left alone, it would end with a stack of Node.
    if (one.at === undefined) one.child.kill('SIGKILL');
    const late = setTimeout(() => one.child.kill('SIGKILL'), (one.at?.shutdownMs ?? 0) + END_MS);
    try {
      await one.calls.call('close', isReplaced);
      if (this.isScraped) one.metrics = await one.calls.call('metrics');
      one.worker.disconnect();
    } catch {
      // It has ended.
    }
    await one.ended;
    clearTimeout(late);
  }

  private async end(): Promise<void> {
    this.isClosing = true;
    await Promise.all([...this.all].map((one) => this.retire(one, false)));
  }

  private readonly answersForAll: Omit<FirstCalls, 'listening'> = {
    live: () => undefined,
    hangUp: () => {
      this.hangUp('SIGHUP');
    },
    notReady: async () => {
      if (this.isClosing) return 'shutting down';
      if (this.serving.size < this.options.count) return STARTING;
      const reasons = await Promise.all(
        Array.from(this.serving, (one) =>
          // One that ends meanwhile has nothing to say, but another must start in its place.
          one.calls.call('notReady').catch(() => (one.isRetired ? undefined : STARTING)),
        ),
      );
      return reasons.find((reason) => reason !== undefined);
    },
    metrics: async (format) => {
      this.isScraped = true;
      await Promise.all(
        [...this.all].map(async (one) => {
          if (one.at === undefined) return;
          one.metrics = await one.calls.call('metrics').catch(() => one.metrics);
        }),
      );
      const { writeAll, collect } = loadExposition();
      const ofFirst = await collect([]);
      const ofWorkers = Array.from(this.all, ({ metrics }) => metrics);
      return writeAll([ofFirst, ...ofWorkers, this.ofEnded], format);
    },
    ...serviceCounters(),
  };

  /** Moves its counters in one step: each scrape sees them in exactly one place. */
  private keepCounters(one: Supervised): Promise<void> {
    // One after another, since several may end at once.
    this.keeping = this.keeping.then(async () => {
      if (one.metrics.length > 0) {
        this.ofEnded = await loadExposition().sumOfCounters([this.ofEnded, one.metrics]);
      }
      this.all.delete(one);
    });
    return this.keeping;
  }
}

/** With the first scrape, as in telemetry.ts. */
function loadExposition(): typeof Exposition {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- import() would need a flag under Jest
  return require('../telemetry/exposition') as typeof Exposition;
}

/** Hands on what another process writes, in whole lines, so that those of several do not mix. */
function forward(stream: Readable | null, write: (lines: string) => void): void {
  let rest = '';
  stream?.setEncoding('utf8').on('data', (text: string) => {
    const end = text.lastIndexOf('\n') + 1;
    if (end > 0) write(rest + text.slice(0, end));
    rest = end > 0 ? text.slice(end) : rest + text;
  });
  stream?.on('end', () => {
    if (rest !== '') write(`${rest}\n`);
  });
}
