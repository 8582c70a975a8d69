import path from 'node:path';
import { announce, placeFirstToken } from '../plant-store/first-token';
import type { Program } from '../plant-store/composition/service-definition';
import { type Config, ConfigError, readConfig } from '../plant-store/config';
import { ListenError } from '../express';
import { createLog, standardError } from '../plant-store/log';
import { middleware } from '../plant-store/middleware';
import { startServer } from '../plant-store/server';
import { StoreOpenError } from '../plant-store/stores/store';
import { CommandError } from '../cli/command-line';
import {
  DEFAULT_EXTENSIONS,
  DEFAULT_HANDLERS,
  DEFAULT_OUT,
  DEFAULT_SPEC,
  ROOT,
} from '../cli/folders';
import { nativeCompiler } from '../cli/native-compiler';
import type { DevProgram, DevProject, DevServer } from './project';

/** The plant store, as `npm run dev` serves it: with its store, its tokens and its log. */
export const plantStore: DevProject = {
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

/** What whoever starts the service can put right, by its message. */
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
  const output = standardError(config, process.stderr, process.env.NO_COLOR);
  const log = createLog(config.logLevel, output);
  const server = await startServer(config, {
    program: followed(program),
    log,
    requestLines: output,
    middleware,
  });
  const { databaseUrl } = config;
  const isTerminal = process.stdout.isTTY;
  const note = await placeFirstToken(server.firstToken, { isTerminal, databaseUrl, log });
  return {
    url: server.url,
    announcement: announce(server, databaseUrl, note),
    replace: (next) => server.replace(followed(next)),
    close: async () => {
      await server.close();
      output.flush();
    },
  };
}

/** Has an open docs page follow the document. */
function followed(program: DevProgram): Program {
  return { ...program, pageFollows: true };
}
