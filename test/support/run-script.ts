import { spawnSync, spawn } from 'node:child_process';
import path from 'node:path';
import manifest from '../../package.json';
import type { Command } from '../../src/cli/command-line';
import type * as Authenticators from '../../src/plant-store/authenticators';
import type * as LocalService from '../../src/plant-store/local-service';

const ROOT = path.join(__dirname, '..', '..');

/** Options of Node for a script in TypeScript, as package.json has them. */
export const TYPESCRIPT = ['--require', path.join(ROOT, 'scripts', 'load-typescript.cjs')];

/** The command of the package, which was compiled before the tests. */
export const COMPILED = path.join(ROOT, 'dist', 'src', 'main.js');

/** How a script ended. */
export interface ScriptResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a script in the project's folder.
 *
 * @param file its path there
 * @param env what its environment has beside that of the tests
 */
export function runScript(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ScriptResult {
  const script = path.join(ROOT, file);
  const { status, stdout, stderr } = spawnSync(process.execPath, [...TYPESCRIPT, script, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return { code: status, stdout, stderr };
}

/** The same of a command of the package, which takes less to load. */
export function runCompiled(name: string, args: readonly string[]): ScriptResult {
  return runCompiledIn(ROOT, name, args);
}

/** The same in a folder. */
export function runCompiledIn(cwd: string, name: string, args: readonly string[]): ScriptResult {
  const options = { cwd, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [COMPILED, name, ...args],
    options,
  );
  return { code: status, stdout, stderr };
}

/** Runs a script of a copy of the project, in its folder. */
export function runIn(folder: string, name: string, args: readonly string[]): ScriptResult {
  const loader = path.join(folder, 'scripts', 'load-typescript.cjs');
  const script = path.join(folder, 'scripts', name);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--require', loader, script, ...args],
    { cwd: folder, encoding: 'utf8' },
  );
  return { code: status, stdout, stderr };
}

const MAIN = path.join(ROOT, 'dist', 'src', 'main.js');

/** A script that goes on until it is told to end. */
export interface RunningScript {
  readonly output: Readonly<{ stdout: string; stderr: string }>;
  /** Asks it to end. @returns its exit code; null when the signal itself ended it */
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>;
}

type Environment = Readonly<Record<string, string>>;

/** Starts a file of `scripts/` in the project's folder and resolves when its output has the text. */
export function startScript(
  name: string,
  args: readonly string[],
  until: RegExp,
  env: Environment = {},
): Promise<RunningScript> {
  const script = path.join(ROOT, 'scripts', name);
  return startNode([...TYPESCRIPT, script, ...args], until, env);
}

/** The same for a command of the compiled `plant-store`, which takes half the processor time to start. */
export function startCompiled(
  args: readonly string[],
  until: RegExp,
  env: Environment = {},
): Promise<RunningScript> {
  return startNode([MAIN, ...args], until, env);
}

async function startNode(
  args: readonly string[],
  until: RegExp,
  env: Environment,
): Promise<RunningScript> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
  });
  const output = { stdout: '', stderr: '' };
  const closed = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      resolve(code);
    });
  });
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
    child.stdout.on('data', (chunk: Buffer) => {
      output.stdout += chunk.toString();
      if (until.test(output.stdout)) resolve();
    });
    void closed.then((code) => {
      reject(new Error(`${args.join(' ')} ended with ${code}: ${output.stderr}`));
    });
  });
  return {
    output,
    end: (signal) => {
      child.kill(signal);
      return closed;
    },
  };
}

const START = 'node --require ./scripts/load-typescript.cjs scripts/';

/** What `npm run` starts for a line of a page. */
export interface NpmScript {
  /** What package.json gives it, and what the line adds. */
  readonly args: readonly string[];
  /** The command that the room of the same name exports. */
  readonly command: Command;
}

/**
 * What package.json has for a line such as `npm run check -- --only handlers`.
 *
 * @throws Error where the line is no other, or names no script in TypeScript
 */
export function npmScript(line: string): NpmScript {
  const [, name = '', args = ''] = /^npm run (\S+)(?: -- (.+))?$/.exec(line) ?? [];
  const script = (manifest.scripts as Readonly<Record<string, string>>)[name];
  if (script?.startsWith(START) !== true) throw new Error(`No script in TypeScript: ${line}`);
  const [file = '', ...given] = script.slice(START.length).split(' ');
  const room = path.basename(file, '.ts');
  const module = jest.requireActual<Readonly<Record<string, HandedCommand>>>(
    path.join(ROOT, 'src', room, 'command'),
  );
  const command = module[room];
  if (command === undefined) throw new Error(`src/${room}/command exports no ${room}`);
  return {
    args: [...given, ...args.split(' ').filter(Boolean)],
    command: (words) => command(words, HANDED[room]?.()),
  };
}

type HandedCommand = (args: readonly string[], handed: unknown) => ReturnType<Command>;

/** What the entries in scripts/ hand to commands of the plant store. */
const HANDED: Readonly<Record<string, () => unknown>> = {
  check: () =>
    jest.requireActual<typeof Authenticators>('../../src/plant-store/authenticators')
      .ownAuthenticators,
  conformance: () =>
    jest.requireActual<typeof LocalService>('../../src/plant-store/local-service')
      .startLocalService,
};
