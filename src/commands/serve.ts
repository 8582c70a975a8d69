import type { Writable } from 'node:stream';
import { handlers } from '../../generated/handlers';
import { announce } from '../announcement';
import { readConfig } from '../config';
import { createLog, type Log } from '../log';
import { middleware } from '../middleware';
import { startServer, type RunningServer } from '../server';
import { EXIT_OK, UsageError, type Command } from './command';
import { writeText } from './output';

/** `plant-store serve`: serves until SIGTERM or SIGINT, then finishes what is in flight. */
export const serve: Command = async ({ args, env, stdout, untilSignal }) => {
  if (args.length > 0)
    throw new UsageError('serve takes no arguments; it is configured by environment variables');
  const config = readConfig(env);
  const log = createLog(config.logLevel);
  const server = await startServer(config, { log, handlers, middleware });
  const signalled = untilSignal();
  // Not waited for: a reader that has stopped reading must not hold up the service.
  void show(stdout, announce(server, config.databaseUrl), server, log);
  const signal = await signalled;
  log.info({ signal }, 'finishing what is in flight');
  await server.close();
  log.info('stopped');
  return EXIT_OK;
};

/** Shows the operator what to know. A first token that cannot be shown is revoked: nobody has it. */
async function show(
  stdout: Writable,
  text: string,
  { firstToken }: RunningServer,
  log: Log,
): Promise<void> {
  try {
    await writeText(stdout, text);
    return;
  } catch (err) {
    log.warn({ err }, 'standard output cannot be written');
  }
  if (firstToken === undefined) return;
  try {
    await firstToken.revoke();
    log.warn('the first token could not be shown and is revoked; run "plant-store token create"');
  } catch (err) {
    log.error({ err }, 'the first token could be neither shown nor revoked; revoke it');
  }
}
