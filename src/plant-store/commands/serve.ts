import { handlers } from '../../../generated/handlers';
import { readConfig, type Config } from '../config';
import { announce, placeFirstToken, revokeFirstToken } from '../first-token';
import { middleware } from '../middleware';
import { plantProgram, startServer, type RunningServer } from '../server';
import { createServiceLog, flushLog, type Log } from '../../service';
import { CommandError, EXIT_OK } from '../../cli/command-line';
import type { Command, Terminal } from './command';
import { writeText } from '../../cli/output';

/** `plant-store serve`: serves until SIGTERM or SIGINT, then finishes what is in flight. */
export const serve: Command = async ({
  args,
  env,
  stdout,
  stderr,
  untilSignal,
  maxOpenFiles,
  atExit,
}) => {
  if (args.length > 0)
    throw new CommandError('serve takes no arguments; it is configured by environment variables');
  const config = readConfig(env);
  const log = createServiceLog(config, stderr, env.NO_COLOR);
  atExit(() => {
    flushLog(log);
  });
  const server = await startServer(withinOpenFiles(config, maxOpenFiles(), log), {
    program: plantProgram(handlers),
    log,
    middleware,
  });
  const signalled = untilSignal();
  // Not waited for: a reader that has stopped reading must not hold up the service.
  void introduce(server, { stdout, config, log });
  const signal = await signalled;
  log.info({ signal }, 'finishing what is in flight');
  await server.close();
  log.info('stopped');
  return EXIT_OK;
};

/** Tells the operator where the service is, and has the first token, if there is one, reach them. */
async function introduce(
  server: RunningServer,
  { stdout, config, log }: { stdout: Terminal; config: Config; log: Log },
): Promise<void> {
  const { databaseUrl } = config;
  const isTerminal = stdout.isTTY === true;
  const note = await placeFirstToken(server.firstToken, { isTerminal, databaseUrl, log });
  try {
    await writeText(stdout, announce(server, databaseUrl, note));
  } catch (err) {
    log.warn({ err }, 'standard output cannot be written');
    if (note === undefined) return;
    // What is in a file can be found there: the log has its name.
    if (note.file === undefined) await revokeFirstToken(note.token, log);
  }
}

/** Descriptors for all but connections: the store, its pool, the log, probes, and files that are read. */
const OTHER_FILES = 128;

/**
 * Lowers MAX_CONNECTIONS to what the limit of open files leaves, and says so: beyond the limit a connection
 * could not be accepted, and no file be opened.
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
