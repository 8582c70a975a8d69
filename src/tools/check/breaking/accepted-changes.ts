import { CommandError, type ReasonLine } from '../../cli';
import { checkOf, FORMER_CHANGES, listedName, readAccepted } from '../acceptance';
import type { Note } from '../drift-check';
import { textInBase } from './base-document';
import type { ChangeGroup } from './change-groups';

/** Accepted changes, each with a reason and optionally an expiry date. */
export interface AcceptedChanges {
  /** The file to which lines are added, relative to the working directory. */
  readonly file: string;
  /** True if the version need not announce the change. */
  has(name: string): boolean;
  /** Notes about lines that accept nothing. @param names of all changes and groups */
  notes(names: readonly string[]): Note[];
}

/** A group is named by its first place and their number, so its line accepts no further place. */
export function nameOfGroup({ shown, others }: ChangeGroup): string {
  const name = listedName(shown);
  return others.length === 0 ? name : `${name} and ${others.length} more`;
}

/**
 * Reads the accepted changes: a line `RULE POINTER # REASON` each, with `(until YYYY-MM-DD)` at its end if
 * the change counts again after that day. A line is spent once the base has it too, because the base then also
 * has the change.
 * @param given the files; by default those of `readAccepted`
 * @param base the document's base
 * @throws CommandError when a named file does not exist, a line has no reason, or a day is invalid
 */
export function readAcceptedChanges(
  spec: string,
  given: readonly string[] | undefined,
  base: string,
): AcceptedChanges {
  const { file, lines: all } = readAccepted(spec, given);
  const lines = all.filter(({ name }) => checkOf(name) === 'breaking');
  const files = [...new Set(lines.map((line) => line.file))];
  const before = new Map(files.map((each) => [each, linesInBase(base, each)]));
  const today = new Date().toISOString().slice(0, 10);
  const isSpent = (line: ReasonLine): boolean | undefined =>
    before.get(line.file)?.has(`${line.name} # ${line.reason}`);
  const holding = new Set(
    lines.flatMap((line) => (endOf(line) < today || isSpent(line) === true ? [] : [line.name])),
  );
  return {
    file,
    has: (name) => holding.has(name),
    notes: (found) => {
      const names = new Set(found);
      const of = lines.flatMap((each): Note[] => {
        const message = messageOf(each.name, {
          isThere: names.has(each.name),
          isSpent: isSpent(each),
        });
        return message === undefined ? [] : [{ file: each.file, line: each.line, message }];
      });
      return [...files.flatMap((each) => formerNote(each, file)), ...of];
    },
  };
}

/** Undefined if the base is no commit of git, or it is unknown. */
function linesInBase(base: string, file: string): ReadonlySet<string> | undefined {
  const text = textInBase(base, file);
  return text === undefined ? undefined : new Set(text.split(/\r?\n/));
}

function formerNote(file: string, now: string): Note[] {
  if (file === now || !file.endsWith(FORMER_CHANGES)) return [];
  const message = `its lines belong in ${now}; the next release reads that file alone`;
  return [{ file, line: 1, message }];
}

/** @param isSpent undefined if it is unknown whether the base has the line */
function messageOf(
  name: string,
  { isThere, isSpent }: { readonly isThere: boolean; readonly isSpent: boolean | undefined },
): string | undefined {
  if (isThere) {
    return isSpent === true
      ? `the base has the line "${name}" already, so it accepts no change since; give it a new reason to accept this one too`
      : undefined;
  }
  if (isSpent === true) return `"${name}" accepts what the base has by now; the line can go`;
  return isSpent === undefined
    ? `"${name}" accepts nothing: the base has the change by now, and the line can go, or there never was one`
    : `"${name}" accepts nothing, since there is no such change; correct the line or remove it`;
}

const NEVER = '9999-12-31';

/** The last day on which a change is accepted. */
function endOf({ name, reason, file, line }: ReasonLine): string {
  const [, day] = /\(until ([^)]*)\)(?:\s*$|: )/.exec(reason) ?? [];
  if (day === undefined) return NEVER;
  if (/^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day))) return day;
  throw new CommandError(
    `${file}:${line}: "${day}" is no day for "${name}"; write (until YYYY-MM-DD)`,
  );
}
