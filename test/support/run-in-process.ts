import { type Command, runWith } from '../../src/cli/command-line';
import { endTypesThread } from '../../src/generate/types/types-thread';
import type { ScriptResult } from './run-script';

// What generates has started it.
afterAll(() => endTypesThread());

/**
 * Runs a command in this process, which saves the second or two that Node and TypeScript take to load: with
 * the same arguments, output and exit code as `runScript` gives for its file.
 */
export async function runInProcess(
  command: Command,
  args: readonly string[],
): Promise<ScriptResult> {
  const written = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    jest.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += String(text);
      return true;
    }),
  );
  try {
    return { code: await runWith(command, args), ...written };
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.exitCode = undefined;
  }
}
