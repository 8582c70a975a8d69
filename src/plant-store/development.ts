import { createServiceLog, type Program } from 'openapi-trellis/service';
import type { Config } from './config';
import { announce, placeFirstToken } from './first-token';
import { middleware } from './middleware';
import type { PlantDependencies } from './plants/handler';
import { makeFirstToken, type RunningServer, startServer as start } from './server';

export { readConfig } from './config';

/** The plant store as `npm run dev` serves it: with its store, tokens and log. */
export async function startServer(
  config: Config,
  program: Program<PlantDependencies>,
): Promise<RunningServer & { readonly announcement: string }> {
  const { databaseUrl } = config;
  const log = createServiceLog(config, process.stderr, process.env.NO_COLOR);
  const server = await start(config, { program, log, middleware });
  const isTerminal = process.stdout.isTTY;
  const firstToken = await makeFirstToken(config, server.store, program.contract);
  const note = await placeFirstToken(firstToken, { isTerminal, databaseUrl, log });
  return { ...server, announcement: announce({ ...server, workers: 1 }, databaseUrl, note) };
}
