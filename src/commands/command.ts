import type { Writable } from 'node:stream';
import type { Environment } from '../config';

/** What a command may touch of the process. */
export interface CommandContext {
  /** Arguments after the command's name. */
  readonly args: readonly string[];
  readonly env: Environment;
  /** What the command was asked for. */
  readonly stdout: Writable;
  /** What is meant for the person at the terminal. */
  readonly stderr: Writable;
  /** Resolves when the process is asked to end. */
  readonly untilSignal: () => Promise<string>;
}

/** Runs to its end and resolves to the exit code. */
export type Command = (context: CommandContext) => Promise<number>;

export const EXIT_OK = 0;
export const EXIT_FAILED = 1;
/** Wrong arguments, or an environment that does not allow the start. */
export const EXIT_USAGE = 2;

/** The arguments are not those that the command takes. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
