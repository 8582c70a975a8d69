import { existsSync } from 'node:fs';
import path from 'node:path';
import { readReasons } from '../cli/reasons';
import type { Finding } from './finding';

/** What of a document is accepted, each with a reason. */
export interface Accepted {
  /** Relative to the working directory. */
  readonly file: string;
  /** By what is accepted. */
  readonly reasons: ReadonlyMap<string, string>;
}

/**
 * Reads what is accepted: a line `NAME # REASON` each.
 *
 * @param given the file; by default that beside the document, with its name and this ending, if there is one
 * @throws CommandError when the file that was named is not there, or a line has no reason
 */
export function readAccepted(spec: string, given: string | undefined, ending: string): Accepted {
  const name = given ?? spec.replace(/\.(?:ya?ml|json)$/i, '') + ending;
  const isThere = given !== undefined || existsSync(name);
  return {
    file: path.relative(process.cwd(), path.resolve(name)),
    reasons: isThere ? readReasons(name) : new Map(),
  };
}

/** Why a line that accepts nothing is a finding. */
export const WHY_STALE = 'A list of what is accepted is read as a list of what is so.';

/** A line that accepts nothing fails, so that the list stays true. @param thing what there is none of */
export function staleLine(file: string, name: string, thing: string): Finding<'stale-line'> {
  return {
    rule: 'stale-line',
    file,
    message: `${name}: there is no ${thing} to accept`,
    remedy: 'remove the line',
  };
}
