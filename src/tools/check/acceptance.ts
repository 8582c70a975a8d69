import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  readReasonLines,
  type ReasonLine,
  readRegularFile,
  writeRegularFile,
  CommandError,
} from '../cli';
import { atEachPlace, type Finding, type Acceptance } from './finding';

/** A file in which a team accepts findings about a document, each with a reason. */
export interface Listed {
  /** Relative to the working directory. */
  readonly file: string;
  readonly lines: readonly ReasonLine[];
}

/**
 * Reads such a file: a line `NAME # REASON` each.
 * @param given the file; by default the one next to the document, with its name and this ending, if it exists
 * @throws CommandError when the named file does not exist, or a line has no reason
 */
export function readListed(spec: string, given: string | undefined, ending: string): Listed {
  const name = given ?? spec.replace(/\.(?:ya?ml|json)$/i, '') + ending;
  const isThere = given !== undefined || existsSync(name);
  return {
    file: path.relative(process.cwd(), path.resolve(name)),
    lines: isThere ? readReasonLines(name) : [],
  };
}

/** Why a stale line is a finding. */
export const WHY_STALE = 'Readers assume that every accepted fault still exists.';

/** The finding for a line that accepts nothing. @param thing kind of what the line names */
export function staleLine(file: string, name: string, thing: string): Finding<'stale-line'> {
  return {
    rule: 'stale-line',
    file,
    message: `${name}: there is no ${thing} to accept`,
    remedy: 'remove the line',
  };
}

/** The rule of keywords that nothing enforces. Lines that begin with it belong to the check `enforcement`. */
export const IDLE = 'idle';

/** A fault that a line of the file can accept. */
export interface AcceptableFault {
  /** The broken rule: one of the check, or one of the linter. */
  readonly rule: string;
  /** JSON Pointer in its file. */
  readonly pointer: string;
}

/** The accepted faults of a document: a line `POINTER # REASON`, or `RULE POINTER # REASON`, each. */
export interface AcceptedFaults {
  /** Relative to the working directory. */
  readonly file: string;
  /** The names before the reasons. */
  readonly names: ReadonlySet<string>;
}

/**
 * Reads the accepted faults.
 * @param given the file; by default the one next to the document, if it exists
 * @throws CommandError when the named file does not exist, or a line has no reason
 */
export function readAcceptedFaults(spec: string, given: string | undefined): AcceptedFaults {
  const { file, lines } = readListed(spec, given, '.accepted.txt');
  return { file, names: new Set(lines.map(({ name }) => name)) };
}

/** The name of a fault in the file: its rule and its place, or the rule alone for a fault of the whole document. */
export function nameOfFault({ rule, pointer }: AcceptableFault): string {
  return pointer === '' ? rule : `${rule} ${pointer}`;
}

/** True if a line accepts the fault. A line without a rule is about the document, not about enforcement. */
export function isAccepted({ names }: AcceptedFaults, fault: AcceptableFault): boolean {
  return linesFor(fault).some((line) => names.has(line));
}

/** A finding for each line of a check that accepts none of these faults. @param faults all faults the check found */
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

interface AcceptedFindings {
  /** Number of accepted findings. */
  readonly count: number;
  /** The files that list them. */
  readonly files: readonly string[];
  /** Findings that no line can accept: they are not about the document alone. */
  readonly left: readonly Finding[];
}

/**
 * Appends findings about a document to its lists of accepted findings: one line each, with the reason. Existing
 * lines are neither changed nor removed.
 * @throws CommandError when a file cannot be written
 */
export function acceptFindings(findings: readonly Finding[], reason: string): AcceptedFindings {
  const found = findings.filter(isAcceptable);
  const places = found.flatMap(atEachPlace).filter(isAcceptable);
  const accepted = places.map(({ acceptance }) => acceptance);
  const left = findings.filter((finding) => !isAcceptable(finding));
  const files = [...new Set(accepted.map(({ file }) => file))];
  for (const file of files) {
    const inFile = accepted.filter((each) => each.file === file);
    // One line accepts all faults of one rule at one place.
    const lines = new Map(inFile.map((each) => [each.line, lineOf(each, reason)]));
    append(file, [...lines.values()]);
  }
  return { count: found.length, files, left };
}

/** The message about findings that were just accepted. */
export function acceptedText(
  { count, files }: Pick<AcceptedFindings, 'count' | 'files'>,
  which = '',
): string {
  const findings = `${count} ${count === 1 ? 'finding' : 'findings'}${which}`;
  return `accepted ${findings}, listed in ${files.join(', ')}; remove a line once its fault is corrected`;
}

/** @throws CommandError for a reason that does not fit in a line */
export function checkReason(reason: string): void {
  if (/^\S.*$/.test(reason) && !reason.includes(MARK)) return;
  throw new CommandError(
    `--accept must be the reason, one line without "${MARK}", such as "known when the gate was set up", not "${reason}"`,
  );
}

/** Separates the name from the reason. */
const MARK = ' # ';

/** False if the line could not be read back, such as for a name with a line break. */
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
