import { readConfig } from '../config';
import { createLog } from '../log';
import { startServer, type RunningServer } from '../server';
import { EXIT_OK, UsageError, type Command } from './command';

/** `plant-store serve`: serves until SIGTERM or SIGINT, then finishes what is in flight. */
export const serve: Command = async ({ args, env, stdout, untilSignal }) => {
  if (args.length > 0)
    throw new UsageError('serve takes no arguments; it is set by the environment');
  const config = readConfig(env);
  const log = createLog(config.logLevel);
  const signalled = untilSignal();
  const server = await startServer(config, { log });
  stdout.write(announcement(server, config.databaseUrl));
  const signal = await signalled;
  log.info({ signal }, 'finishing what is in flight');
  await server.close();
  log.info('stopped');
  return EXIT_OK;
};

function announcement(server: RunningServer, databaseUrl: string): string {
  const { url, managementUrl, firstToken } = server;
  const lines = [`plant-store listens on ${url} and keeps its plants in ${databaseUrl}`];
  if (managementUrl !== url) lines.push(`management listens on ${managementUrl}`);
  if (firstToken !== undefined) lines.push('', ...firstSteps(url, firstToken));
  return `${lines.join('\n')}\n`;
}

function firstSteps(url: string, token: string): string[] {
  return [
    'A first access token was made. It is shown this once and never again:',
    '',
    `  ${token}`,
    '',
    'Add a plant with it:',
    '',
    `  curl -i ${url}/plants -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '{"id":1,"name":"Monstera deliciosa","tag":"tropical"}'`,
    '',
  ];
}
