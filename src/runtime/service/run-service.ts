import { CompositionError } from '../contract';
import { ListenError } from '../express';
import { ConfigError, readLogConfig, readWorkers } from './config';
import { createServiceLog, flushLog, type Log } from './log';
import type { RunningService } from './start-options';
import { untilSignal } from './until-signal';
import { joinWorkers } from './workers/worker';
import { startWorkers } from './workers/workers';

/** A service that runs as long as its process. */
type Started = Pick<RunningService<never>, 'url' | 'close'> & {
  readonly managementUrl?: string;
  readonly log?: Log;
};

/** Errors whose messages are written for the operator. */
const EXPLAINED = [ConfigError, CompositionError, ListenError];

const EXIT_FAILED = 1;

/** How long a process that a signal has ended waits for readers of its last lines. */
const LAST_LINES_MS = 1_000;

/** A service that listens. */
export interface ListeningService {
  /** Such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** The URL of `/-/`. */
  readonly managementUrl: string;
  /** The number of processes that serve. */
  readonly workers: number;
}

/** How a service is run. */
export interface RunServiceOptions {
  /**
   * Processes that serve the same address, or `auto` for one on each processor; by default what WORKERS says, and
   * without it this process alone.
   */
  readonly workers?: number | 'auto' | undefined;
  /**
   * Says that what handlers keep is in a store that all processes share, such as a database server. Without it, several
   * workers are refused: each has memory of its own, and not every database takes several processes. A text refuses
   * them, too: it is the reason, which follows their number in the message.
   */
  readonly shared?: boolean | string | undefined;
  /**
   * Introduces the service to its operator, in place of the line `listens on ...`: in the first process, once. The
   * service does not wait for it, and logs its error.
   */
  readonly introduce?: ((service: ListeningService) => Promise<void> | void) | undefined;
  /**
   * Called with the error that keeps the service from starting or closing, in place of the line on standard error. What
   * it throws rejects the promise of `runService`.
   */
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

/**
 * Runs a service until SIGTERM, SIGINT or SIGHUP, then finishes what is in flight. It prints where the service listens;
 * where it cannot start, it says why in one line and sets the exit code to 1. A second SIGTERM or SIGINT ends the
 * process at once.
 *
 * With several workers, this process serves nothing and never calls `start`. It runs the program again in each worker,
 * by `node:cluster`, where `runService` calls `start`; it starts workers again that end, replaces all of them one after
 * another at SIGHUP, and sets the exit code to 1 when they do not start. In the first process and in the workers alike,
 * the promise resolves when the service has closed.
 *
 * @param start what starts the service
 * @example
 * ```ts
 * import { runService, startService, type StartServiceOptions } from 'openapi-trellis/service';
 *
 * export function main(options: StartServiceOptions<object>): Promise<void> {
 *   return runService(() => startService(options), { workers: 'auto', shared: true });
 * }
 * ```
 */
export async function runService(
  start: () => Promise<Started>,
  { workers, shared, introduce = sayWhere, onFailure = sayWhy }: RunServiceOptions = {},
): Promise<void> {
  // A closed reader must not end the process. Accessing the streams makes their pipes non-blocking, which the log needs.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  // Until the service has started: Node exits silently when a pending promise can no longer settle.
  process.exitCode = EXIT_FAILED;
  try {
    const given = workers === undefined ? {} : { WORKERS: String(workers) };
    const count = readWorkers({ ...process.env, ...given });
    if (count > 1 && shared !== true)
      throw new ConfigError(`${count} workers ${typeof shared === 'string' ? shared : UNSHARED}`);
    const worker = count === 1 ? undefined : joinWorkers(process.env);
    if (count === 1) await runAlone(start, introduce);
    else if (worker === undefined) await runWorkers(count, introduce);
    else await worker.serve(() => started(start));
    // An unread stream would keep the process alive.
    setTimeout(() => process.exit(), LAST_LINES_MS).unref();
  } catch (error) {
    process.exitCode = EXIT_FAILED;
    onFailure(error);
  }
}

type Introduce = NonNullable<RunServiceOptions['introduce']>;

async function runAlone(start: () => Promise<Started>, introduce: Introduce): Promise<void> {
  const signalled = untilSignal();
  const service = await started(start);
  const { url, managementUrl = url, log } = service;
  introduceBy(introduce, { url, managementUrl, workers: 1 }, log);
  log?.info({ signal: await signalled }, 'finishing what is in flight');
  await signalled;
  await service.close();
  log?.info('stopped');
}

/** Not awaited: a blocked reader must not delay the service. */
function introduceBy(introduce: Introduce, service: ListeningService, log: Log | undefined): void {
  void Promise.resolve(service)
    .then(introduce)
    .catch((err: unknown) => {
      log?.error({ err }, 'introduce of runService failed');
    });
}

async function started(start: () => Promise<Started>): Promise<Started> {
  const service = await start();
  process.exitCode = 0;
  flushAtExit(service.log);
  return service;
}

async function runWorkers(count: number, introduce: Introduce): Promise<void> {
  const signalled = untilSignal({ hangUpEnds: false });
  // The rest is for `start`, which may take no notice of the environment.
  const log = createServiceLog(readLogConfig(process.env), process.stderr, process.env.NO_COLOR);
  flushAtExit(log);
  const running = await startWorkers({ count, log });
  if (typeof running === 'number') {
    process.exitCode = running;
    return;
  }
  const { url, managementUrl } = running;
  introduceBy(introduce, { url, managementUrl, workers: count }, log);
  process.exitCode = await running.run(signalled);
}

const UNSHARED =
  '(WORKERS, or workers of runService) share neither memory nor a file that one process writes; keep what handlers store in a database server and give runService "shared: true", or run one process';

function sayWhere({ url, workers }: ListeningService): void {
  const by = workers === 1 ? '' : ` with ${workers} workers`;
  process.stdout.write(`listens on ${url}${by}\n`);
}

function flushAtExit(log: Log | undefined): void {
  if (log === undefined) return;
  process.on('exit', () => {
    flushLog(log);
  });
}

function sayWhy(error: unknown): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const isExplained = EXPLAINED.some((type) => error instanceof type);
  process.stderr.write(`${isExplained ? message : (stack ?? message)}\n`);
}
