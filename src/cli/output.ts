import type { Writable } from 'node:stream';
import { CommandError, EXIT_FINDINGS } from './command-line';

/**
 * Writes a text and waits until it is out of this process.
 *
 * @throws the stream's error when it cannot be written
 */
export function writeText(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}

/**
 * Prints what a command was asked for. A reader such as `head` may have read enough and closed the pipe.
 *
 * @throws CommandError when standard output cannot be written
 */
export async function print(stdout: Writable, text: string): Promise<void> {
  try {
    await writeText(stdout, text);
  } catch (error) {
    if (isClosedPipe(error)) return;
    const { message } = error as Error;
    throw new CommandError(`Cannot write to standard output: ${message}`, EXIT_FINDINGS);
  }
}

/** True for the error of a write that nobody reads any more. */
export function isClosedPipe(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EPIPE';
}
