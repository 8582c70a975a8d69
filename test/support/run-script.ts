import { spawnSync, spawn } from 'node:child_process';
import path from 'node:path';
import manifest from '../../package.json';
import { forPlantStore } from '../../scripts/plant-store-options';
import type { Command } from '../../src/tools/cli/command-line';

const ROOT = path.join(__dirname, '..', '..');

/** Node options for a script in TypeScript, as in package.json. */
export const TYPESCRIPT = [
  ...['-C', 'openapi-trellis-source'],
  ...['--require', path.join(ROOT, 'scripts', 'load-typescript.cjs')],
];

/** The program of the tools, compiled before the tests. */
export const TRELLIS = path.join(ROOT, 'src', 'tools', 'dist', 'cached-start.js');
/** What it starts. */
export const TRELLIS_PROGRAM = path.join(ROOT, 'src', 'tools', 'dist', 'trellis.js');

export interface ScriptResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a script in the project's folder.
 *
 * @param file path in the project
 * @param env additions to the environment of the tests
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

/** Runs a compiled command of `trellis`, which loads faster. */
export function runCompiled(name: string, args: readonly string[]): ScriptResult {
  return runCompiledIn(ROOT, name, args);
}

export function runCompiledIn(cwd: string, name: string, args: readonly string[]): ScriptResult {
  const options = { cwd, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [TRELLIS, name, ...args], options);
  return { code: status, stdout, stderr };
}

/** Runs an npm script in TypeScript in the folder of a copy of the project. */
export function runIn(folder: string, name: string, args: readonly string[]): ScriptResult {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...nodeArguments(name), ...args],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  );
  return { code: status, stdout, stderr };
}

/** A script that runs until it gets a signal. */
export interface RunningScript {
  readonly output: Readonly<{ stdout: string; stderr: string }>;
  /** Sends a signal. @returns the exit code; null if the signal itself ended the script */
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>;
}

type Environment = Readonly<Record<string, string>>;

/** Starts a file of `scripts/` in the project's folder and resolves once its output matches. */
export function startScript(
  name: string,
  args: readonly string[],
  until: RegExp,
  env: Environment = {},
): Promise<RunningScript> {
  const script = path.join(ROOT, 'scripts', name);
  return startNode([...TYPESCRIPT, script, ...args], until, env);
}

/** The same for a command of the compiled `trellis`, which needs half the processor time to start. */
export function startCompiled(
  args: readonly string[],
  until: RegExp,
  env: Environment = {},
): Promise<RunningScript> {
  return startNode([TRELLIS, ...args], until, env);
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
    child.once('close', (code) => resolve(code));
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

const START = 'node -C openapi-trellis-source --require ./scripts/load-typescript.cjs scripts/';

/** What package.json gives Node for an npm script in TypeScript. @throws Error if there is no such script */
export function nodeArguments(name: string): string[] {
  const script = (manifest.scripts as Readonly<Record<string, string>>)[name];
  if (script?.startsWith(START) !== true) throw new Error(`No script in TypeScript: ${name}`);
  return script.split(' ').slice(1);
}

/** The script behind an `npm run` line of a page. */
export interface NpmScript {
  /** Arguments of package.json, followed by those of the line. */
  readonly args: readonly string[];
  /** The command, as the script of its name calls it. */
  readonly command: Command;
}

/**
 * Finds the script of a line such as `npm run check -- --only handlers` in package.json.
 *
 * @throws Error for another line, or if it names no script in TypeScript
 */
export function npmScript(line: string): NpmScript {
  const [, name = '', args = ''] = /^npm run (\S+)(?: -- (.+))?$/.exec(line) ?? [];
  const [file = '', ...given] = nodeArguments(name).slice(4);
  const room = path.basename(file, '.ts');
  const module = jest.requireActual<Readonly<Record<string, Command>>>(
    path.join(ROOT, 'src', 'tools', room, 'command'),
  );
  const command = module[room];
  if (command === undefined) throw new Error(`src/tools/${room}/command exports no ${room}`);
  const isOwn = room === 'check' || room === 'generate' || room === 'scaffold';
  return {
    args: [...given, ...args.split(' ').filter(Boolean)],
    command: isOwn ? forPlantStore(room, command) : command,
  };
}
