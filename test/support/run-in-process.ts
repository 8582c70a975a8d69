import { type Command, runWith } from '../../src/tools/cli/command-line';
import { endTypesThread, startTypesThread } from '../../src/tools/generate/types/types-thread';
import type { ScriptResult } from './run-script';
import { generateFor, readProjectDocument } from '../../src/tools/generate/project';
import { writeGenerated } from '../../src/tools/generate/output';

// Generating may have started the thread.
afterAll(() => endTypesThread());

/**
 * Runs a command in this process, which saves a second or two of loading Node and TypeScript. Arguments, output
 * and exit code are those of `runScript` for its file.
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

/** Runs a command in this process with a working folder, to which file names are relative. */
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

let isUsed = false;
afterAll(async () => {
  if (isUsed) await startTypesThread().terminate();
});

/** Generates the files of a document into a folder, as `npm run generate` does, but in this process. */
export async function generateInto(folder: string, spec: string): Promise<void> {
  isUsed = true;
  writeGenerated(folder, await generateFor(readProjectDocument(spec), folder));
}
