import path from 'node:path';
import { type Command, CommandError } from '../src/cli/command-line';
import { nativeCompiler } from '../src/cli/optional-packages';
import {
  DEFAULT_EXTENSIONS,
  DEFAULT_HANDLERS,
  DEFAULT_OUT,
  DEFAULT_SPEC,
  ROOT,
} from '../src/cli/package-files';
import { dev } from '../src/dev/command';
import type { DevProgram, DevProject, DevServer } from '../src/dev/project';
import { ListenError } from '../src/express';
import { type Config, readConfig } from '../src/plant-store/config';
import { announce, placeFirstToken } from '../src/plant-store/first-token';
import { middleware } from '../src/plant-store/middleware';
import type { PlantDependencies } from '../src/plant-store/plants/handler';
import { makeFirstToken, startServer } from '../src/plant-store/server';
import { StoreOpenError } from '../src/plant-store/stores/store';
import { ConfigError, createServiceLog, type Program } from '../src/service';

/** The plant store as `npm run dev` serves it: with its store, tokens and log. */
const plantStore: DevProject = {
  root: ROOT,
  spec: DEFAULT_SPEC,
  specWatched: path.dirname(DEFAULT_SPEC),
  out: DEFAULT_OUT,
  handlers: DEFAULT_HANDLERS,
  sources: path.join(ROOT, 'src'),
  extensions: DEFAULT_EXTENSIONS,
  generation: {},
  compiler: () => [nativeCompiler()],
  start,
};

/** Errors whose messages are for the developer. */
const FAULTS_OF_OPERATION = [ConfigError, ListenError, StoreOpenError];

async function start(program: DevProgram): Promise<DevServer> {
  try {
    return await startWith(readConfig(process.env), program);
  } catch (error) {
    if (!FAULTS_OF_OPERATION.some((fault) => error instanceof fault)) throw error;
    throw new CommandError((error as Error).message);
  }
}

async function startWith(config: Config, program: DevProgram): Promise<DevServer> {
  const log = createServiceLog(config, process.stderr, process.env.NO_COLOR);
  const server = await startServer(config, {
    program: followed(program),
    log,
    middleware,
  });
  const { databaseUrl } = config;
  const isTerminal = process.stdout.isTTY;
  const firstToken = await makeFirstToken(config, server.store, program.contract);
  const note = await placeFirstToken(firstToken, { isTerminal, databaseUrl, log });
  return {
    url: server.url,
    announcement: announce({ ...server, workers: 1 }, databaseUrl, note),
    replace: (next) => server.replace(followed(next)),
    close: () => server.close(),
  };
}

/** Makes an open docs page reload with the document. */
function followed({ documents, ...program }: DevProgram): Program<PlantDependencies> {
  return { ...program, document: documents, pageFollows: true };
}

/** `npm run dev`. */
export const devPlantStore: Command = (args) => dev(args, plantStore);
