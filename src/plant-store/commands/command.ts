import type { Readable, Writable } from 'node:stream';
import type { Environment } from '../../service';

/** A stream that may lead to a terminal. */
export interface Terminal extends Writable {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** What a command may touch of the process. */
export interface CommandContext {
  /** Arguments after the command's name. */
  readonly args: readonly string[];
  readonly env: Environment;
  /** Standard input, which is opened when a command asks for it. */
  readonly stdin: () => Readable;
  /** What the command was asked for. */
  readonly stdout: Terminal;
  /** What is meant for the person at the terminal. */
  readonly stderr: Terminal;
  /** Resolves when the process is asked to end. */
  readonly untilSignal: () => Promise<string>;
  /** The files that the process may have open at once, connections among them; undefined where it has no limit. */
  readonly maxOpenFiles: () => number | undefined;
  /** Has something done when the process ends, also by an error that nobody caught. */
  readonly atExit: (action: () => void) => void;
}

/** Runs to its end and resolves to the exit code. */
export type Command = (context: CommandContext) => Promise<number>;
