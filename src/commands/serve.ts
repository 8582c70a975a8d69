import { handlers } from '../../generated/handlers';
import { announce } from '../announcement';
import { readConfig } from '../config';
import { createLog } from '../log';
import { startServer } from '../server';
import { EXIT_OK, UsageError, type Command } from './command';

/** `plant-store serve`: serves until SIGTERM or SIGINT, then finishes what is in flight. */
export const serve: Command = async ({ args, env, stdout, untilSignal }) => {
  if (args.length > 0)
    throw new UsageError('serve takes no arguments; it is set by the environment');
  const config = readConfig(env);
  const log = createLog(config.logLevel);
  const server = await startServer(config, { log, handlers });
  const signalled = untilSignal();
  stdout.write(announce(server, config.databaseUrl));
  const signal = await signalled;
  log.info({ signal }, 'finishing what is in flight');
  await server.close();
  log.info('stopped');
  return EXIT_OK;
};
