import { handlers } from '../../../generated/handlers';
import { readConfig, type Config } from '../config';
import { announce, type FirstToken, placeFirstToken, revokeFirstToken } from '../first-token';
import { middleware } from '../middleware';
import {
  makeFirstToken,
  plantProgram,
  startServer,
  type RunningServer,
  type StartOptions,
} from '../server';
import {
  createServiceLog,
  type Environment,
  flushLog,
  joinWorkers,
  type Log,
  parseWorkers,
  readWorkers,
  type RunningWorkers,
  serviceVariables,
  startWorkers,
} from '../../service';
import { driverOf, openStore, storeDrivers } from '../stores/open-store';
import type { Store } from '../stores/store';
import type { Command, CommandContext } from './command';
import { CommandError, EXIT_OK, parseCommandLine } from './command-line';
import { writeText } from './output';

/** `plant-store serve [--workers N|auto]`: serves until SIGTERM, SIGINT or SIGHUP, then finishes requests in progress. */
export const serve: Command = async (context) => {
  const { args, env, stderr, untilSignal, atExit } = context;
  const workers = workersOf(args, env);
  const config = readConfig(env);
  if (workers > 1 && !driverOf(config.databaseUrl).isShared) {
    throw new CommandError(unshared(workers, config.databaseUrl));
  }
  const log = createServiceLog(config, stderr, env.NO_COLOR);
  atExit(() => {
    flushLog(log);
  });
  const serving = { context, config, log, workers };
  const worker = workers === 1 ? undefined : joinWorkers(env);
  if (worker !== undefined) {
    await worker.serve(() => startHere(serving, { isWorker: true }));
    return EXIT_OK;
  }
  if (workers > 1) return serveByWorkers(serving);
  const server = await startHere(serving);
  const signalled = untilSignal();
  // Not awaited: a blocked reader of standard output must not delay the service.
  void introduce(server, serving);
  const signal = await signalled;
  log.info({ signal }, 'finishing what is in flight');
  await server.close();
  log.info('stopped');
  return EXIT_OK;
};

/** @throws CommandError or ConfigError stating the allowed values */
function workersOf(args: readonly string[], env: Environment): number {
  const options = { workers: { type: 'string' } } as const;
  const { values, positionals } = parseCommandLine(args, options, {
    allowPositionals: true,
  });
  if (positionals.length > 0) {
    throw new CommandError(
      'serve takes no arguments but --workers; it is configured by environment variables',
    );
  }
  if (values.workers === undefined) return readWorkers(env);
  const count = parseWorkers(values.workers);
  if (count !== undefined) return count;
  throw new CommandError(
    `--workers must be ${serviceVariables.WORKERS.allowed}, not "${values.workers}"`,
  );
}

function unshared(workers: number, databaseUrl: string): string {
  const shared = storeDrivers.filter(({ isShared }) => isShared).map(({ name }) => name);
  return `${workers} workers (--workers or WORKERS) need a ${shared.join(' or ')} database, since one process alone writes ${databaseUrl}; name one in DATABASE_URL, or serve with one process`;
}

/** The parts of a running command. */
interface Serving {
  readonly context: CommandContext;
  readonly config: Config;
  readonly log: Log;
  /** The number of serving processes. */
  readonly workers: number;
}

function startHere(
  { context, config, log }: Serving,
  worker: Pick<StartOptions, 'isWorker'> = {},
): Promise<RunningServer> {
  return startServer(withinOpenFiles(config, context.maxOpenFiles(), log), {
    program: plantProgram(handlers),
    log,
    middleware,
    ...worker,
  });
}

async function serveByWorkers(serving: Serving): Promise<number> {
  const { context, log, workers } = serving;
  const signalled = context.untilSignal({ hangUpEnds: false });
  const running = await startWorkers({ count: workers, log });
  if (typeof running === 'number') return running;
  void introduceWorkers(running, serving);
  return running.run(signalled);
}

/** Makes the first token in this process: a worker may end before anybody has seen it. */
async function introduceWorkers(running: RunningWorkers, serving: Serving): Promise<void> {
  const { config, log } = serving;
  let store: Store | undefined;
  let firstToken: FirstToken | undefined;
  try {
    if (config.accessTokens.length === 0) {
      store = await openStore(config.databaseUrl, { role: 'tool' });
      firstToken = await makeFirstToken(config, store);
    }
  } catch (err) {
    log.error({ err }, 'the first token could not be made; run "plant-store token create"');
  }
  await introduce({ ...running, ...(firstToken !== undefined && { firstToken }) }, serving);
  await store?.close();
}

/** Tells the operator the service's URL, and delivers the first token, if any. */
async function introduce(
  server: Pick<RunningServer, 'url' | 'managementUrl' | 'firstToken'>,
  { context: { stdout }, config: { databaseUrl }, log, workers }: Serving,
): Promise<void> {
  const isTerminal = stdout.isTTY === true;
  const note = await placeFirstToken(server.firstToken, { isTerminal, databaseUrl, log });
  try {
    await writeText(stdout, announce({ ...server, workers }, databaseUrl, note));
  } catch (err) {
    log.warn({ err }, 'standard output cannot be written');
    if (note === undefined) return;
    // A token in a file can be found there: the log has its name.
    if (note.file === undefined) await revokeFirstToken(note.token, log);
  }
}

/** Descriptors for everything except connections: the store, its pool, the log, probes, and files read. */
const OTHER_FILES = 128;

/**
 * Lowers MAX_CONNECTIONS to the limit of open files, with a warning. Beyond that limit, connections could not be
 * accepted, and files not be opened.
 *
 * @param maxOpenFiles undefined where the system has no such limit
 */
export function withinOpenFiles(
  config: Config,
  maxOpenFiles: number | undefined,
  log: Log,
): Config {
  const maxConnections = Math.max(1, (maxOpenFiles ?? Infinity) - OTHER_FILES);
  if (config.maxConnections <= maxConnections) return config;
  log.warn(
    { maxConnections, maxOpenFiles },
    `the limit of open files allows fewer connections than MAX_CONNECTIONS (${config.maxConnections}); raise it with ulimit -n, or LimitNOFILE of systemd`,
  );
  return { ...config, maxConnections };
}
