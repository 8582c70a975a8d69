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

/** How long a process that a signal has ended waits for readers of its last lines. */
const LAST_LINES_MS = 1_000;

/** How a service is run. */
export interface RunServiceOptions {
  /**
   * Processes that serve the same address, or `auto` for one on each processor; by default what WORKERS says, and
   * without it this process alone.
   */
  readonly workers?: number | 'auto' | undefined;
  /**
   * Says that what handlers keep is in a store that all processes share, such as a database server. Without it, several
   * workers are refused: each has memory of its own, and not every database takes several processes.
   */
  readonly shared?: boolean | undefined;
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
 * import { runService, startService, type StartServiceOptions } from 'plant-store/service';
 *
 * export function main(options: StartServiceOptions<object>): Promise<void> {
 *   return runService(() => startService(options), { workers: 'auto', shared: true });
 * }
 * ```
 */
export async function runService(
  start: () => Promise<Started>,
  { workers, shared = false }: RunServiceOptions = {},
): Promise<void> {
  // A closed reader must not end the process. Accessing the streams makes their pipes non-blocking, which the log needs.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  try {
    const given = workers === undefined ? {} : { WORKERS: String(workers) };
    const count = readWorkers({ ...process.env, ...given });
    if (count > 1 && !shared) throw new ConfigError(unshared(count));
    const worker = count === 1 ? undefined : joinWorkers(process.env);
    if (count === 1) await runAlone(start);
    else if (worker === undefined) await runWorkers(count);
    else await worker.serve(() => started(start));
    // An unread stream would keep the process alive.
    setTimeout(() => process.exit(), LAST_LINES_MS).unref();
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  }
}

async function runAlone(start: () => Promise<Started>): Promise<void> {
  const signalled = untilSignal();
  const service = await started(start);
  const { url, log } = service;
  process.stdout.write(`listens on ${url}\n`);
  log?.info({ signal: await signalled }, 'finishing what is in flight');
  await signalled;
  await service.close();
  log?.info('stopped');
}

async function started(start: () => Promise<Started>): Promise<Started> {
  const service = await start();
  flushAtExit(service.log);
  return service;
}

async function runWorkers(count: number): Promise<void> {
  const signalled = untilSignal({ hangUpEnds: false });
  // The rest is for `start`, which may take no notice of the environment.
  const log = createServiceLog(readLogConfig(process.env), process.stderr, process.env.NO_COLOR);
  flushAtExit(log);
  const workers = await startWorkers({ count, log });
  if (typeof workers === 'number') {
    process.exitCode = workers;
    return;
  }
  process.stdout.write(`listens on ${workers.url} with ${count} workers\n`);
  process.exitCode = await workers.run(signalled);
}

function unshared(count: number): string {
  return `${count} workers (WORKERS, or workers of runService) share neither memory nor a file that one process writes; keep what handlers store in a database server and give runService "shared: true", or run one process`;
}

function flushAtExit(log: Log | undefined): void {
  if (log === undefined) return;
  process.on('exit', () => {
    flushLog(log);
  });
}

function explain(error: unknown): string {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return EXPLAINED.some((type) => error instanceof type) ? message : (stack ?? message);
}
