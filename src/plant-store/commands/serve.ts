import { channel } from 'node:diagnostics_channel';
import { handlers } from '../../../generated/handlers';
import {
  createServiceLog,
  type ListeningService,
  type Log,
  runService,
} from 'openapi-trellis/service';
import { type Config, readConfig } from '../config';
import { announce, type FirstToken, placeFirstToken, revokeFirstToken } from '../first-token';
import { middleware } from '../middleware';
import { makeFirstToken, plantProgram, startServer } from '../server';
import { driverOf, openStore, storeDrivers } from '../stores/open-store';
import type { Store } from '../stores/store';
import type { Command, Terminal } from './command';
import { CommandError, parseCommandLine } from './command-line';
import { writeText } from './output';

/** `plant-store serve [--workers N|auto]`: serves until SIGTERM, SIGINT or SIGHUP, then finishes requests in progress. */
export const serve: Command = async ({ args, env, stdout, stderr }) => {
  const workers = workersOf(args);
  const config = readConfig(env);
  const { databaseUrl } = config;
  const log = createServiceLog(config, stderr, env.NO_COLOR);
  let store: Store | undefined;
  const start = async () => {
    const options = { program: plantProgram(handlers), log, middleware };
    const server = await startServer(config, options);
    ({ store } = server);
    // For cached-start.ts.
    channel('plant-store:started').publish(undefined);
    return server;
  };
  await runService(start, {
    workers,
    shared: driverOf(databaseUrl).isShared || needOfServer(databaseUrl),
    introduce: (service) => introduce(service, { config, log, stdout, store }),
    onFailure: (error) => {
      throw error;
    },
  });
  return undefined;
};

const MOST_WORKERS = 1_000;

/** @throws CommandError stating the allowed values */
function workersOf(args: readonly string[]): number | 'auto' | undefined {
  const options = { workers: { type: 'string' } } as const;
  const { values, positionals } = parseCommandLine(args, options, { allowPositionals: true });
  if (positionals.length > 0) {
    throw new CommandError(
      'serve takes no arguments but --workers; it is configured by environment variables',
    );
  }
  const { workers } = values;
  if (workers === undefined || workers === 'auto') return workers;
  const count = Number(workers);
  if (/^\d{1,4}$/.test(workers) && count >= 1 && count <= MOST_WORKERS) return count;
  throw new CommandError(
    `--workers must be "auto" or a whole number from 1 to ${MOST_WORKERS}, not "${workers}"`,
  );
}

/** Why there cannot be several workers. */
function needOfServer(databaseUrl: string): string {
  const shared = storeDrivers.filter(({ isShared }) => isShared).map(({ name }) => name);
  return `(--workers or WORKERS) need a ${shared.join(' or ')} database, since one process alone writes ${databaseUrl}; name one in DATABASE_URL, or serve with one process`;
}

/** The parts of a running command. */
interface Serving {
  readonly config: Config;
  readonly log: Log;
  readonly stdout: Terminal;
  /** Undefined where workers have opened it. */
  readonly store: Store | undefined;
}

/** Tells the operator the service's URL, and delivers the first token, if any. */
async function introduce(service: ListeningService, serving: Serving): Promise<void> {
  const { config, log } = serving;
  let { store } = serving;
  let firstToken: FirstToken | undefined;
  try {
    if (config.accessTokens.length === 0) {
      store ??= await openStore(config.databaseUrl, { role: 'tool' });
      firstToken = await makeFirstToken(config, store);
    }
  } catch (err) {
    log.error({ err }, 'the first token could not be made; run "plant-store token create"');
  }
  await tell(service, firstToken, serving);
  if (store !== serving.store) await store?.close();
}

async function tell(
  service: ListeningService,
  firstToken: FirstToken | undefined,
  { config: { databaseUrl }, log, stdout }: Serving,
): Promise<void> {
  const isTerminal = stdout.isTTY === true;
  const note = await placeFirstToken(firstToken, { isTerminal, databaseUrl, log });
  try {
    await writeText(stdout, announce(service, databaseUrl, note));
  } catch (err) {
    log.warn({ err }, 'standard output cannot be written');
    if (note === undefined) return;
    // A token in a file can be found there: the log has its name.
    if (note.file === undefined) await revokeFirstToken(note.token, log);
  }
}
