import '../cli/short-run';
import {
  callWith,
  EXIT_OK,
  parseOptions,
  HOST_NAME_OPTION,
  HOST_NAME_USAGE,
  hostNames,
  requireWatcher,
} from '../cli';
import {
  DEFAULT_OUT,
  FORMER_OPTIONS,
  GENERATION_OPTIONS,
  GENERATION_USAGE,
  PROJECT_USAGE,
} from '../generate';
import { hostName } from 'openapi-trellis/tools';
import type * as Develop from './develop';
import { ownProject } from './own-project';
import { supervised } from './restarts';

const OPTIONS = {
  ...GENERATION_OPTIONS,
  ...HOST_NAME_OPTION,
  generated: { type: 'string', default: DEFAULT_OUT },
  app: { type: 'string' },
  sources: { type: 'string' },
} as const;

const USAGE = `Usage: ${callWith('dev')} [OPTIONS]
Serves the project in this folder, as "trellis init" makes it, while it is written: src/server.ts exports
readConfig(env) and startServer(config, program).${PROJECT_USAGE}
  --app FILE        exports startServer(config, program) in place of src/server.ts, and readConfig(env) if it wants
                    another configuration than the environment
  --sources DIR     the code whose saves count; src by default, or with --app this folder${HOST_NAME_USAGE}${GENERATION_USAGE}`;

/** Serves the project in the working directory during development, until it is asked to end. */
export async function dev(args: readonly string[]): Promise<number> {
  const {
    'host-name': names,
    generated: out,
    ...options
  } = parseOptions(OPTIONS, USAGE, args, FORMER_OPTIONS);
  requireWatcher();
  const supervisor = supervised();
  const { restartedFor, ended } = supervisor;
  const signalled = new Promise<undefined>((resolve) => {
    const end = (): void => {
      resolve(undefined);
    };
    process.once('SIGINT', end).once('SIGTERM', end);
  });
  const serving = { strict: options.strict, all: options.all, hostNames: answeredNames(names) };
  const running = await developer().develop(ownProject({ ...options, out }), serving, restartedFor);
  const restart = await Promise.race([ended, signalled, running.restart]);
  await running.close();
  if (restart !== undefined) await supervisor.restart(restart);
  process.exit(EXIT_OK);
}

/** Includes HOST, on which a service listens, if it is a name. */
function answeredNames(given: readonly string[] | undefined): string[] {
  return [...hostNames(given), hostName(process.env.HOST ?? '') ?? []].flat();
}

/** Loaded lazily, since the package that watches files may be missing. */
function developer(): typeof Develop {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- import() would need a flag under Jest
  return require('./develop') as typeof Develop;
}
