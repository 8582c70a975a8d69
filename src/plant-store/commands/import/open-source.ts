import { open } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { CommandError } from '../command';

/** Bytes that are read at once. */
const CHUNK_BYTES = 2 ** 17;

/** What an import reads. */
export interface ImportSource {
  /** For messages. */
  readonly name: string;
  /** Undefined when nobody knows. */
  readonly totalBytes: number | undefined;
  readonly stream: Readable;
}

/**
 * Opens a file, or takes standard input for `-`.
 *
 * @param signal ends the reading with an error
 * @throws CommandError when the file cannot be opened
 */
export async function openSource(
  file: string,
  stdin: () => Readable,
  signal: AbortSignal,
): Promise<ImportSource> {
  if (file === '-') {
    return { name: 'standard input', totalBytes: undefined, stream: stoppable(stdin(), signal) };
  }
  try {
    const handle = await open(file, 'r');
    const stats = await handle.stat();
    if (stats.isDirectory()) {
      await handle.close();
      throw new CommandError(`Cannot read ${JSON.stringify(file)}: it is a folder; name a file`);
    }
    const stream = handle.createReadStream({ highWaterMark: CHUNK_BYTES });
    return {
      name: file,
      totalBytes: stats.isFile() ? stats.size : undefined,
      stream: stoppable(stream, signal),
    };
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(readProblem(file, error));
  }
}

function stoppable(stream: Readable, signal: AbortSignal): Readable {
  // Whoever reads is told; without a listener, an error before that would end the process.
  stream.on('error', () => undefined);
  return addAbortSignal(signal, stream);
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a folder; name a file',
};

/** One line for the person at the terminal. */
export function readProblem(file: string, error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return `Cannot read ${JSON.stringify(file)}: ${reasons[code] ?? message}`;
}
