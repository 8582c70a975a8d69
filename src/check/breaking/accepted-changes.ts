import { CommandError } from '../../cli/command-line';
import { readAccepted } from '../accepted';
import type { Change } from './change';

/** Changes that are made all the same, each with a reason and perhaps an end. */
export interface AcceptedChanges {
  /** Relative to the working directory. */
  readonly file: string;
  /** Those that no change is accepted by. @param changes all that there are */
  stale(changes: readonly Change[]): string[];
  /** True for a change that need not be said by the version. */
  has(change: Change): boolean;
}

/** The name of a change in the file. */
export function nameOfChange({ rule, pointer }: Change): string {
  return `${rule} ${pointer}`;
}

/**
 * Reads the changes that are accepted: a line `RULE POINTER # REASON` each, with `(until YYYY-MM-DD)` at
 * its end where the change is to count again after that day.
 *
 * @param given the file; by default that beside the document, if there is one
 * @throws CommandError when the file that was named is not there, a line has no reason, or a day is none
 */
export function readAcceptedChanges(spec: string, given: string | undefined): AcceptedChanges {
  const { file, reasons } = readAccepted(spec, given, '.changes.txt');
  const ends = new Map(
    [...reasons].map(([change, reason]) => [change, endOf(file, change, reason)]),
  );
  const today = new Date().toISOString().slice(0, 10);
  return {
    file,
    has: (change) => (ends.get(nameOfChange(change)) ?? '') >= today,
    stale: (changes) => {
      const names = new Set(changes.map(nameOfChange));
      return [...ends.keys()].filter((change) => !names.has(change));
    },
  };
}

const NEVER = '9999-12-31';

/** The last day on which a change is accepted. */
function endOf(file: string, change: string, reason: string): string {
  const [, day] = /\(until ([^)]*)\)\s*$/.exec(reason) ?? [];
  if (day === undefined) return NEVER;
  if (/^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day))) return day;
  throw new CommandError(`${file}: "${day}" is no day for "${change}"; write (until YYYY-MM-DD)`);
}
