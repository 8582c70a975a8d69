import { CompositionError } from '../contract';
import { ListenError } from '../express';
import { ConfigError } from './config';
import { flushLog, type Log } from './log';
import type { RunningService } from './start-options';
import { untilSignal } from './until-signal';

/** What is known of a service that runs for as long as its process. */
type Started = Pick<RunningService<never>, 'url' | 'close'> & { readonly log?: Log };

/** Errors whose messages are written for the operator. */
const EXPLAINED = [ConfigError, CompositionError, ListenError];

/** How long a process that a signal has ended waits for readers of its last lines. */
const LAST_LINES_MS = 1_000;

/**
 * Runs a service until SIGTERM or SIGINT, then finishes what is in flight. It prints where the service listens; where
 * it cannot start, it says why in one line and sets the exit code to 1. A second signal ends the process at once.
 *
 * @param start what starts the service
 * @example
 * ```ts
 * import { runService, startService, type StartServiceOptions } from 'plant-store/service';
 *
 * export function main(options: StartServiceOptions<object>): Promise<void> {
 *   return runService(() => startService(options));
 * }
 * ```
 */
export async function runService(start: () => Promise<Started>): Promise<void> {
  // Who does not read them any more is no reason to end. To ask for the streams also has Node make their pipes
  // non-blocking, as the log wants it.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const signalled = untilSignal();
  try {
    const service = await start();
    const { log } = service;
    if (log !== undefined) {
      process.on('exit', () => {
        flushLog(log);
      });
    }
    process.stdout.write(`listens on ${service.url}\n`);
    log?.info({ signal: await signalled }, 'finishing what is in flight');
    await signalled;
    await service.close();
    log?.info('stopped');
    // What nobody reads would keep the process for ever.
    setTimeout(() => process.exit(), LAST_LINES_MS).unref();
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  }
}

function explain(error: unknown): string {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return EXPLAINED.some((type) => error instanceof type) ? message : (stack ?? message);
}
