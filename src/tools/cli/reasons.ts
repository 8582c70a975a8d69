import { CommandError } from './command-line';
import { readRegularFile } from './regular-file';

/**
 * Reads known or accepted items, each with a reason: a line `NAME # REASON` each, and comments that begin with `#`.
 * @throws CommandError naming the file that cannot be read, the line that has no reason, or a repeated name
 */
export function readReasons(file: string): ReadonlyMap<string, string> {
  return new Map(readReasonLines(file).map(({ name, reason }) => [name, reason]));
}

/** A known or accepted item, with the reason. */
export interface ReasonLine {
  readonly name: string;
  readonly reason: string;
  /** The line number, from 1. */
  readonly line: number;
}

/** Like `readReasons`, with line numbers. @throws CommandError as `readReasons` does */
export function readReasonLines(file: string): ReasonLine[] {
  const known = new Map<string, ReasonLine>();
  for (const [index, line] of read(file).split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    // A name may contain the mark, a reason may not.
    const [, name, reason] = /^(.*\S) # (\S.*)$/.exec(line) ?? [];
    const place = `${file}:${index + 1}`;
    if (name === undefined || reason === undefined) {
      throw new CommandError(`${place}: the line has no reason; write NAME # REASON`);
    }
    if (known.has(name)) throw new CommandError(`${place}: "${name}" is listed twice`);
    known.set(name, { name, reason, line: index + 1 });
  }
  return [...known.values()];
}

function read(file: string): string {
  try {
    return readRegularFile(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(`The file ${file} cannot be read (${code ?? String(error)})`);
  }
}
