import type { Readable, Writable } from 'node:stream';
import type { Environment } from 'openapi-trellis/service';

/** A stream that may be a terminal. */
export interface Terminal extends Writable {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** The parts of the process that a command may use. */
export interface CommandContext {
  /** Arguments after the command's name. */
  readonly args: readonly string[];
  readonly env: Environment;
  /** Opens standard input on demand. */
  readonly stdin: () => Readable;
  /** For the command's result. */
  readonly stdout: Terminal;
  /** For messages to the person at the terminal. */
  readonly stderr: Terminal;
  /** Resolves when the process is asked to stop. */
  readonly untilSignal: () => Promise<string>;
}

/** Runs to completion and resolves to the exit code; undefined where the process has it already. */
export type Command = (context: CommandContext) => Promise<number | undefined>;
