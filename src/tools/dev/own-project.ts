import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { CompositionError } from 'openapi-trellis/tools';
import { publication, withOwnPages } from 'openapi-trellis/tools/serving';
import { checkRuntimeOf, CommandError, compileOnLoad, nativeCompiler } from '../cli';
import {
  type GenerationOptions,
  type ReadingOptions,
  DEFAULT_HANDLERS,
  usualDocument,
} from '../generate';
import { loadFault } from './fault';
import type { DevProgram, DevProject, DevServer } from './project';

/** The options of `trellis dev`; all other settings are those of a project from `trellis init`. */
interface OwnOptions extends ReadingOptions, Omit<GenerationOptions, 'strict' | 'report'> {
  readonly spec?: string | undefined;
  readonly out: string;
  /** The module that starts the service, in a project of another layout. */
  readonly app?: string | undefined;
  /** The folder of its code. */
  readonly sources?: string | undefined;
}

/** The module that starts a project's service, and that with `readConfig` in projects of earlier versions. */
const CONFIG = path.join('src', 'config.ts');
const SERVER = path.join('src', 'server.ts');

type ReadConfig = (env: NodeJS.ProcessEnv) => object;
type StartServer = (config: object, program: OwnProgram) => Promise<OwnServer>;

/** The argument of `startServer`. */
type OwnProgram = Omit<DevProgram, 'documents'>;

/** Its result. */
type OwnServer = Omit<DevServer, 'announcement' | 'replace'> & {
  readonly announcement?: string;
  replace(program: OwnProgram): Promise<void>;
};

/**
 * The project in the working directory.
 * @throws CommandError if there is no document, no compiler, or no module of that name, or if modules have another runtime
 */
export function ownProject({
  spec = usualDocument(),
  out,
  app,
  sources = app === undefined ? 'src' : '.',
  handlers = DEFAULT_HANDLERS,
  extensions,
  ...generation
}: OwnOptions): DevProject {
  const root = process.cwd();
  if (app !== undefined && !existsSync(app)) {
    throw new CommandError(
      `There is no module at ${app}; --app names the one that starts the service`,
    );
  }
  const server = app ?? SERVER;
  const folders = { root, sources: path.resolve(sources) };
  checkRuntimeOf(server, server);
  checkRuntimeOf(path.join(handlers, 'index.ts'), `The handlers ${handlers}`);
  compileOnLoad();
  process.setSourceMapsEnabled(true);
  const load = (): ((program: DevProgram) => Promise<OwnServer>) => {
    const readConfig = readConfigOf(server, folders);
    const startServer = exported(server, 'startServer', folders) as StartServer;
    return (program) => startServer(readConfig(process.env), ownProgram(program));
  };
  return {
    ...folders,
    spec: path.resolve(spec),
    specWatched: watchedFor(root, spec),
    out: path.resolve(out),
    handlers: path.resolve(handlers),
    extensions: extensions === undefined ? undefined : path.resolve(extensions),
    generation,
    compiler: () => compilerOf(root),
    load,
    start: async (program) => {
      try {
        return serverOf(await load()(program), server);
      } catch (error) {
        throw startFault(error);
      }
    },
  };
}

/** `readConfig` of the module that starts the service, or of `src/config.ts`; else one that returns the environment. */
function readConfigOf(server: string, project: Pick<DevProject, 'root' | 'sources'>): ReadConfig {
  const { readConfig } = loaded(path.join(project.root, server), project);
  if (typeof readConfig === 'function') return readConfig as ReadConfig;
  const isFormer = server === SERVER && existsSync(path.join(project.root, CONFIG));
  return isFormer ? (exported(CONFIG, 'readConfig', project) as ReadConfig) : (env) => env;
}

/** An exported function of a module. @throws CommandError if the module or function does not exist */
function exported(
  file: string,
  name: string,
  project: Pick<DevProject, 'root' | 'sources'>,
): unknown {
  const absolute = path.join(project.root, file);
  const value = loaded(absolute, project)[name];
  if (typeof value === 'function') return value;
  throw new CommandError(`${file} exports no function ${name}, ${WANTED}`);
}

const WANTED = 'which starts the service in development; docs/own-service.md says how';

function loaded(
  file: string,
  project: Pick<DevProject, 'root' | 'sources'>,
): Readonly<Record<string, unknown>> {
  try {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- the project names the file
    return Object(require(file)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    throw new CommandError(loadFault(error, file, project).message);
  }
}

/** The top folder that contains the document, or the document itself. */
function watchedFor(root: string, spec: string): string {
  const [first = ''] = path.relative(root, path.resolve(spec)).split(path.sep);
  return first === '..' ? path.resolve(spec) : path.join(root, first);
}

/** Adds the document and a docs page that follows it, which an application need not have. */
function ownProgram({ documents, around, ...parts }: DevProgram): OwnProgram {
  const published = publication({ documents, tryItOut: true, follows: true });
  return { ...parts, around: (service) => around(withOwnPages(service, published)) };
}

/** @throws CommandError if its program cannot be replaced */
function serverOf(server: OwnServer, module: string): DevServer {
  const { replace } = Object(server) as Partial<OwnServer>;
  if (typeof replace !== 'function') {
    throw new CommandError(
      `startServer of ${module} returns no function replace(program), ${WANTED}`,
    );
  }
  return {
    url: server.url,
    announcement: server.announcement ?? `listens on ${server.url}`,
    replace: (program) => server.replace(ownProgram(program)),
    close: () => server.close(),
  };
}

/** A composition error is shown until it is corrected; any other error ends the start. */
function startFault(error: unknown): unknown {
  if (error instanceof CompositionError || error instanceof CommandError) return error;
  return new CommandError(error instanceof Error ? error.message : String(error));
}

/** The project's own compiler; the native one, which is faster, where it is installed beside the other. */
function compilerOf(root: string): ReturnType<DevProject['compiler']> {
  try {
    return [nativeCompiler(root)];
  } catch {
    const { resolve } = createRequire(path.join(root, 'package.json'));
    return [process.execPath, resolve('typescript/bin/tsc')];
  }
}
