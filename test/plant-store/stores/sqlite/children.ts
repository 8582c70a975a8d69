import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

export type Child = ChildProcessByStdio<null, Readable, null>;

/**
 * Starts a script of this folder in a process of its own, its standard output to be read. Such scripts use what was
 * compiled before the tests, since to load TypeScript takes half a second in each process and each of its threads.
 */
export function startChild(script: string, ...args: string[]): Child {
  return spawn(process.execPath, [join(__dirname, script), ...args], {
    cwd: join(__dirname, '..', '..', '..', '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

export async function outputOf(child: Child): Promise<string> {
  let output = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) output += String(chunk);
  return output;
}
