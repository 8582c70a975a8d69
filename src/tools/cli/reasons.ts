import { existsSync } from 'node:fs';
import { CommandError } from './command-line';
import { readRegularFile, writeRegularFile } from './regular-file';

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
  readonly file: string;
  /** The line number, from 1. */
  readonly line: number;
}

/** Like `readReasons`, with line numbers. @throws CommandError as `readReasons` does */
export function readReasonLines(file: string): ReasonLine[] {
  const known = new Map<string, ReasonLine>();
  for (const [index, line] of readNamed(file, 'The file').split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    // A name may contain the mark, a reason may not.
    const [, name, reason] = /^(.*\S) # (\S.*)$/.exec(line) ?? [];
    const place = `${file}:${index + 1}`;
    if (name === undefined || reason === undefined) {
      throw new CommandError(`${place}: the line has no reason; write NAME # REASON`);
    }
    if (known.has(name)) throw new CommandError(`${place}: "${name}" is listed twice`);
    known.set(name, { name, reason, file, line: index + 1 });
  }
  return [...known.values()];
}

/** Reads a file that a user named. @param what it is, for the message @throws CommandError when it cannot be read */
export function readNamed(file: string, what: string): string {
  try {
    return readRegularFile(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(`${what} ${file} cannot be read (${code ?? String(error)})`);
  }
}

/** Separates the name from the reason. */
const MARK = ' # ';

/** @throws CommandError for a reason that does not fit in a line */
export function checkReason(reason: string): void {
  if (/^\S.*$/.test(reason) && !reason.includes(MARK)) return;
  throw new CommandError(
    `--accept must be the reason, one line without "${MARK}", such as "known when the gate was set up", not "${reason}"`,
  );
}

/** @param what describes the item; it follows the reason */
export function reasonLine(name: string, reason: string, what: string): string {
  const plain = what.replaceAll(/\s+/g, ' ').replaceAll(/ (?:# )+/g, ' ');
  return `${name}${MARK}${reason}: ${plain}`;
}

const HEAD =
  '# What is accepted, a line "NAME # REASON" each. Remove a line that accepts nothing any more.\n';

/** Adds lines at the end of a file. @throws CommandError when it cannot be written */
export function addReasonLines(file: string, lines: readonly string[]): void {
  try {
    const before = existsSync(file) ? readRegularFile(file) : HEAD;
    const end = before === '' || before.endsWith('\n') ? '' : '\n';
    writeRegularFile(file, before + end + lines.map((line) => `${line}\n`).join(''));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new CommandError(`${file} cannot be written (${code})`);
  }
}

/** The message about findings that were just accepted. */
export function acceptedText(
  { count, files }: { readonly count: number; readonly files: readonly string[] },
  which = '',
): string {
  const findings = `${count} ${count === 1 ? 'finding' : 'findings'}${which}`;
  return `accepted ${findings}, listed in ${files.join(', ')}; remove a line once its fault is corrected`;
}
