import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

export type Child = ChildProcessByStdio<null, Readable, null>;

/** Starts a TypeScript file of this folder in a process of its own, its standard output to be read. */
export function startChild(script: string, ...args: string[]): Child {
  return spawn(process.execPath, ['--import', 'tsx', join(__dirname, script), ...args], {
    cwd: join(__dirname, '..', '..', '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** All that a child writes until it ends. */
export async function outputOf(child: Child): Promise<string> {
  let output = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) output += String(chunk);
  return output;
}
