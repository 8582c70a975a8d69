import { readFileSync } from 'node:fs';
import { CommandError } from '../command-line';

/**
 * What is known to fail, with the reason: a line `NAME # REASON` each, beside comments that begin with `#`.
 *
 * @throws CommandError naming the line that has no reason, or a name for the second time
 */
export function readKnownFailures(file: string): ReadonlyMap<string, string> {
  const known = new Map<string, string>();
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    // A name may hold the mark too, a reason may not.
    const [, name, reason] = /^(.*\S) # (\S.*)$/.exec(line) ?? [];
    const place = `${file}:${index + 1}`;
    if (name === undefined || reason === undefined) {
      throw new CommandError(`${place}: the line has no reason; write NAME # REASON`);
    }
    if (known.has(name)) throw new CommandError(`${place}: "${name}" is listed twice`);
    known.set(name, reason);
  }
  return known;
}
