import { hint, CommandError, type ReasonLine } from '../../cli';
import { readListed } from '../acceptance';
import type { Note } from '../drift-check';
import type { Finding } from '../finding';
import { textInBase } from './base-document';
import { type Change, changeRules, NOT_COMPARED } from './change';
import type { ChangeGroup } from './change-groups';

/** Accepted changes, each with a reason and optionally an expiry date. */
export interface AcceptedChanges {
  /** Relative to the working directory. */
  readonly file: string;
  /** True if the version need not announce the change. */
  has(name: string): boolean;
  /** Notes about lines that accept nothing. @param names of all changes and groups */
  notes(names: readonly string[]): Note[];
}

/** A change that a line of the file can accept. */
type AcceptableChange = Pick<Finding, 'rule'> & Pick<Change, 'pointer'>;

export function nameOfChange({ rule, pointer }: AcceptableChange): string {
  return pointer === '' ? rule : `${rule} ${pointer}`;
}

/** A group is named by its first place and their number, so its line accepts no further place. */
export function nameOfGroup({ shown, others }: ChangeGroup): string {
  const name = nameOfChange(shown);
  return others.length === 0 ? name : `${name} and ${others.length} more`;
}

/**
 * Reads the accepted changes: a line `RULE POINTER # REASON` each, with `(until YYYY-MM-DD)` at its end if
 * the change counts again after that day. A line is spent once the base has it too, because the base then also
 * has the change.
 * @param given the file; by default the one next to the document, if it exists
 * @param base the document's base
 * @throws CommandError when the named file does not exist, a line has no reason, or a day is invalid
 */
export function readAcceptedChanges(
  spec: string,
  given: string | undefined,
  base: string,
): AcceptedChanges {
  const { file, lines } = readListed(spec, given, '.changes.txt');
  const before = lines.length === 0 ? '' : textInBase(base, file);
  const known = new Set(before?.split(/\r?\n/));
  const today = new Date().toISOString().slice(0, 10);
  const isSpent = ({ name, reason }: ReasonLine): boolean => known.has(`${name} # ${reason}`);
  const holding = new Set(
    lines.flatMap((line) => (endOf(file, line) < today || isSpent(line) ? [] : [line.name])),
  );
  return {
    file,
    has: (name) => holding.has(name),
    notes: (all) => {
      const names = new Set(all);
      return lines.flatMap((each) => {
        const message = messageOf(each, {
          isThere: names.has(each.name),
          isSpent: before === undefined ? undefined : isSpent(each),
        });
        return message === undefined ? [] : [{ file, line: each.line, message }];
      });
    },
  };
}

const RULES = [...Object.keys(changeRules), NOT_COMPARED];

/** @param isSpent undefined if it is unknown whether the base has the line */
function messageOf(
  { name }: ReasonLine,
  { isThere, isSpent }: { readonly isThere: boolean; readonly isSpent: boolean | undefined },
): string | undefined {
  if (isThere) {
    return isSpent === true
      ? `the base has the line "${name}" already, so it accepts no change since; give it a new reason to accept this one too`
      : undefined;
  }
  if (isSpent === true) return `"${name}" accepts what the base has by now; the line can go`;
  const [rule = ''] = name.split(' ');
  if (!RULES.includes(rule)) {
    const near = hint(rule, RULES);
    return `"${name}" accepts nothing, since there is no rule "${rule}"${near}`;
  }
  return isSpent === undefined
    ? `"${name}" accepts nothing: the base has the change by now, and the line can go, or there never was one`
    : `"${name}" accepts nothing, since there is no such change; correct the line or remove it`;
}

const NEVER = '9999-12-31';

/** The last day on which a change is accepted. */
function endOf(file: string, { name, reason, line }: ReasonLine): string {
  const [, day] = /\(until ([^)]*)\)(?:\s*$|: )/.exec(reason) ?? [];
  if (day === undefined) return NEVER;
  if (/^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day))) return day;
  throw new CommandError(
    `${file}:${line}: "${day}" is no day for "${name}"; write (until YYYY-MM-DD)`,
  );
}
