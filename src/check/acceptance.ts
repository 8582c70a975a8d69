import { existsSync } from 'node:fs';
import path from 'node:path';
import { readReasons } from '../cli/reasons';
import { readRegularFile, writeRegularFile } from '../cli/regular-file';
import { CommandError } from '../cli/command-line';
import type { Finding, Acceptance } from './finding';
import type { Change } from './breaking/change';

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
function readAccepted(spec: string, given: string | undefined, ending: string): Accepted {
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

/** The rule of what nothing enforces. Lines that begin with it belong to the check `enforcement`. */
export const IDLE = 'idle';

/** What a line of the file may accept. */
export interface AcceptableFault {
  /** The rule that is broken: one of the check, or one of the linter. */
  readonly rule: string;
  /** Its place in the file where it stands. */
  readonly pointer: string;
}

/** The faults of a document that are accepted: a line `POINTER # REASON`, or `RULE POINTER # REASON`, each. */
export type AcceptedFaults = Accepted;

/**
 * Reads the faults that are accepted.
 *
 * @param given the file; by default that beside the document, if there is one
 * @throws CommandError when the file that was named is not there, or a line has no reason
 */
export function readAcceptedFaults(spec: string, given: string | undefined): AcceptedFaults {
  return readAccepted(spec, given, '.accepted.txt');
}

/** The name of a fault in the file: its rule and its place, or the rule alone where it is of the whole document. */
export function nameOfFault({ rule, pointer }: AcceptableFault): string {
  return pointer === '' ? rule : `${rule} ${pointer}`;
}

/** Whether a line accepts a fault. A line without a rule is about the document, not about what enforces it. */
export function isAccepted({ reasons }: AcceptedFaults, fault: AcceptableFault): boolean {
  return linesFor(fault).some((line) => reasons.has(line));
}

/** A finding for each line of a check that accepts none of these faults. @param faults all that the check found */
export function staleLines(
  { file, reasons }: AcceptedFaults,
  check: 'document' | 'enforcement',
  faults: readonly AcceptableFault[],
): Finding<'stale-line'>[] {
  const used = new Set(faults.flatMap(linesFor));
  const checkOf = (line: string): string =>
    line.startsWith(`${IDLE} `) ? 'enforcement' : 'document';
  return [...reasons.keys()]
    .filter((line) => checkOf(line) === check && !used.has(line))
    .map((line) => staleLine(file, line, 'fault'));
}

function linesFor(fault: AcceptableFault): string[] {
  const named = nameOfFault(fault);
  return fault.rule === IDLE ? [named] : [fault.pointer, named];
}

/** What became of findings that were to be accepted. */
interface AcceptedFindings {
  /** How many are accepted now. */
  readonly count: number;
  /** Where they are listed; absent where none is. */
  readonly file?: string;
  /** Those that no line accepts: they are not about the document alone. */
  readonly left: readonly Finding[];
}

/**
 * Lists findings about the document in the file of those that are accepted: a line each, with what is accepted and
 * why. No line of the file is changed or removed.
 *
 * @throws CommandError when the file cannot be written
 */
export function acceptFindings(findings: readonly Finding[], reason: string): AcceptedFindings {
  const accepted = findings.filter(isAcceptable).map(({ acceptance }) => acceptance);
  const left = findings.filter((finding) => !isAcceptable(finding));
  const [first] = accepted;
  if (first === undefined) return { count: 0, left };
  // Of faults with one rule at one place, a line accepts all.
  const lines = new Map(accepted.map((each) => [each.line, lineOf(each, reason)]));
  append(first.file, [...lines.values()]);
  return { count: accepted.length, file: first.file, left };
}

/** What is said of findings that are accepted now. */
export function acceptedText(
  { count, file = '' }: Pick<AcceptedFindings, 'count' | 'file'>,
  which = '',
): string {
  const findings = `${count} ${count === 1 ? 'finding' : 'findings'}${which}`;
  return `accepted ${findings}, listed in ${file}; remove a line once its fault is corrected`;
}

/** @throws CommandError for a reason that a line cannot have */
export function checkReason(reason: string): void {
  if (/^\S.*$/.test(reason) && !reason.includes(MARK)) return;
  throw new CommandError(
    `--accept must be the reason, one line without "${MARK}", such as "known when the gate was set up", not "${reason}"`,
  );
}

/** What stands between what is accepted and why. */
const MARK = ' # ';

/** False where the line could not be read again, as of a name with a line break in it. */
function isAcceptable(finding: Finding): finding is Finding & { readonly acceptance: Acceptance } {
  const { acceptance } = finding;
  return acceptance !== undefined && /^[^\s#](?:.*\S)?$/.test(acceptance.line);
}

function lineOf({ line, what }: Acceptance, reason: string): string {
  const plain = what.replaceAll(/\s+/g, ' ').replaceAll(/ (?:# )+/g, ' ');
  return `${line}${MARK}${reason}: ${plain}\n`;
}

const HEAD = `# Faults that are accepted, a line "RULE POINTER # REASON" each. Remove a line once its fault is corrected.\n`;

/** @throws CommandError when the file cannot be written */
function append(file: string, lines: readonly string[]): void {
  try {
    const before = existsSync(file) ? readRegularFile(file) : HEAD;
    const end = before === '' || before.endsWith('\n') ? '' : '\n';
    writeRegularFile(file, before + end + lines.join(''));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new CommandError(`${file} cannot be written (${code})`);
  }
}

/** Changes that are made all the same, each with a reason and perhaps an end. */
interface AcceptedChanges {
  /** Relative to the working directory. */
  readonly file: string;
  /** Those that no change is accepted by. @param changes all that there are */
  stale(changes: readonly AcceptableChange[]): string[];
  /** True for a change that need not be said by the version. */
  has(change: AcceptableChange): boolean;
}

/** What a line of that file may accept. */
type AcceptableChange = Pick<Finding, 'rule'> & Pick<Change, 'pointer'>;

/** The name of a change in the file. */
export function nameOfChange({ rule, pointer }: AcceptableChange): string {
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
