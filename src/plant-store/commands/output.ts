import type { Writable } from 'node:stream';
import { CommandError, EXIT_FAILED } from './command-line';

/**
 * Writes a text and waits until the stream has flushed it.
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
 * Prints the output of a command. A reader such as `head` may close the pipe early.
 * @throws CommandError when standard output cannot be written
 */
export async function print(stdout: Writable, text: string): Promise<void> {
  try {
    await writeText(stdout, text);
  } catch (error) {
    if (isClosedPipe(error)) return;
    const { message } = error as Error;
    throw new CommandError(`Cannot write to standard output: ${message}`, EXIT_FAILED);
  }
}

/** True for the error of writing to a pipe that its reader has closed. */
export function isClosedPipe(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EPIPE';
}
