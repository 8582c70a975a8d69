import { spawn } from 'node:child_process';
import path from 'node:path';
import { TYPESCRIPT } from './run-script';

const ROOT = path.join(__dirname, '..', '..');
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
