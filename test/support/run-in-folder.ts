import type { Command } from '../../src/cli/command-line';
import { runInProcess } from './run-in-process';
import type { ScriptResult } from './run-script';

/** Runs a command in this process, as it runs in a folder: names of files are relative to that. */
export async function runInFolder(
  folder: string,
  command: Command,
  args: readonly string[],
): Promise<ScriptResult> {
  const before = process.cwd();
  process.chdir(folder);
  try {
    return await runInProcess(command, args);
  } finally {
    process.chdir(before);
  }
}
