import { spawn } from 'node:child_process';
import path from 'node:path';
import { TYPESCRIPT } from './run-script';

const ROOT = path.join(__dirname, '..', '..');

/** A script that goes on until it is told to end. */
export interface RunningScript {
  readonly output: Readonly<{ stdout: string; stderr: string }>;
  /** Asks it to end. @returns its exit code; null when the signal itself ended it */
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>;
}

/** Starts a file of `scripts/` in the project's folder and resolves when its output has the text. */
export async function startScript(
  name: string,
  args: readonly string[],
  until: RegExp,
  env: Readonly<Record<string, string>> = {},
): Promise<RunningScript> {
  const script = path.join(ROOT, 'scripts', name);
  const child = spawn(process.execPath, [...TYPESCRIPT, script, ...args], {
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
      reject(new Error(`${name} ended with ${code}: ${output.stderr}`));
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
