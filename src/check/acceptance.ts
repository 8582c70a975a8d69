import { existsSync } from 'node:fs';
import path from 'node:path';
import { readReasonLines, type ReasonLine } from '../cli/reasons';
import { readRegularFile, writeRegularFile } from '../cli/regular-file';
import { CommandError } from '../cli/command-line';
import type { Finding, Acceptance } from './finding';

/** A file of what a team has decided of a document, each with a reason. */
export interface Listed {
  /** Relative to the working directory. */
  readonly file: string;
  readonly lines: readonly ReasonLine[];
}

/**
 * Reads what was decided: a line `NAME # REASON` each.
 *
 * @param given the file; by default that beside the document, with its name and this ending, if there is one
 * @throws CommandError when the file that was named is not there, or a line has no reason
 */
export function readListed(spec: string, given: string | undefined, ending: string): Listed {
  const name = given ?? spec.replace(/\.(?:ya?ml|json)$/i, '') + ending;
  const isThere = given !== undefined || existsSync(name);
  return {
    file: path.relative(process.cwd(), path.resolve(name)),
    lines: isThere ? readReasonLines(name) : [],
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
export interface AcceptedFaults {
  /** Relative to the working directory. */
  readonly file: string;
  /** What stands before the reasons. */
  readonly names: ReadonlySet<string>;
}

/**
 * Reads the faults that are accepted.
 *
 * @param given the file; by default that beside the document, if there is one
 * @throws CommandError when the file that was named is not there, or a line has no reason
 */
export function readAcceptedFaults(spec: string, given: string | undefined): AcceptedFaults {
  const { file, lines } = readListed(spec, given, '.accepted.txt');
  return { file, names: new Set(lines.map(({ name }) => name)) };
}

/** The name of a fault in the file: its rule and its place, or the rule alone where it is of the whole document. */
export function nameOfFault({ rule, pointer }: AcceptableFault): string {
  return pointer === '' ? rule : `${rule} ${pointer}`;
}

/** Whether a line accepts a fault. A line without a rule is about the document, not about what enforces it. */
export function isAccepted({ names }: AcceptedFaults, fault: AcceptableFault): boolean {
  return linesFor(fault).some((line) => names.has(line));
}

/** A finding for each line of a check that accepts none of these faults. @param faults all that the check found */
export function staleLines(
  { file, names }: AcceptedFaults,
  check: 'document' | 'enforcement',
  faults: readonly AcceptableFault[],
): Finding<'stale-line'>[] {
  const used = new Set(faults.flatMap(linesFor));
  const checkOf = (line: string): string =>
    line.startsWith(`${IDLE} `) ? 'enforcement' : 'document';
  return [...names]
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
  /** Where they are listed. */
  readonly files: readonly string[];
  /** Those that no line accepts: they are not about the document alone. */
  readonly left: readonly Finding[];
}

/**
 * Lists findings about a document in the files of those that are accepted: a line each, with what is accepted and
 * why. No line of a file is changed or removed.
 *
 * @throws CommandError when a file cannot be written
 */
export function acceptFindings(findings: readonly Finding[], reason: string): AcceptedFindings {
  const accepted = findings.filter(isAcceptable).map(({ acceptance }) => acceptance);
  const left = findings.filter((finding) => !isAcceptable(finding));
  const files = [...new Set(accepted.map(({ file }) => file))];
  for (const file of files) {
    const inFile = accepted.filter((each) => each.file === file);
    // Of faults with one rule at one place, a line accepts all.
    const lines = new Map(inFile.map((each) => [each.line, lineOf(each, reason)]));
    append(file, [...lines.values()]);
  }
  return { count: accepted.length, files, left };
}

/** What is said of findings that are accepted now. */
export function acceptedText(
  { count, files }: Pick<AcceptedFindings, 'count' | 'files'>,
  which = '',
): string {
  const findings = `${count} ${count === 1 ? 'finding' : 'findings'}${which}`;
  return `accepted ${findings}, listed in ${files.join(', ')}; remove a line once its fault is corrected`;
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

const HEAD = `# What is accepted, a line "RULE POINTER # REASON" each. Remove a line that accepts nothing any more.\n`;

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
