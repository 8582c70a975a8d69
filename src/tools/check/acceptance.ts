import { existsSync } from 'node:fs';
import path from 'node:path';
import { addReasonLines, hint, type ReasonLine, reasonLine, readReasonLines } from '../cli';
import { checks } from '../judge';
import { changeRules, NOT_COMPARED } from './breaking/change';
import { atEachPlace, type Finding, type Acceptance } from './finding';

/** The lines of the files in which a team lists what it says about a document, each with a reason. */
export interface Listed {
  /** The file to which lines are added, relative to the working directory. */
  readonly file: string;
  /** Of all files. */
  readonly lines: readonly ReasonLine[];
}

/**
 * Reads such files: a line `NAME # REASON` each.
 * @param given the files; by default those next to the document, with its name and these endings, that exist
 * @throws CommandError when a named file does not exist, or a line has no reason
 */
export function readListed(
  spec: string,
  given: readonly string[] | undefined,
  ...endings: readonly string[]
): Listed {
  const usual = endings.map((ending) => spec.replace(/\.(?:ya?ml|json)$/i, '') + ending);
  const names = (given ?? usual).map((name) => path.relative(process.cwd(), path.resolve(name)));
  const [file = ''] = names;
  const there = given === undefined ? names.filter((name) => existsSync(name)) : names;
  return { file, lines: there.flatMap(readReasonLines) };
}

/**
 * Reads what is accepted: faults of the document, changes since the base, and findings about the service.
 * @param given the files; by default that next to the document, and that which earlier versions had for changes
 * @throws CommandError as `readListed` does
 */
export function readAccepted(spec: string, given: readonly string[] | undefined): Listed {
  return readListed(spec, given, '.accepted.txt', FORMER_CHANGES);
}

/** The ending of the file of accepted changes of earlier versions. */
export const FORMER_CHANGES = '.changes.txt';

/** The check that a line is about, by the rule that it begins with. */
export function checkOf(name: string): 'breaking' | 'enforcement' | 'document' | 'service' {
  const [rule = ''] = name.split(' ');
  if (Object.hasOwn(changeRules, rule) || rule === NOT_COMPARED) return 'breaking';
  if (checks.some(({ id }) => id === rule)) return 'service';
  return rule === IDLE ? 'enforcement' : 'document';
}

/** Why a stale line is a finding. */
export const WHY_STALE = 'Readers assume that every accepted fault still exists.';

/** The finding for a line that accepts nothing. @param thing kind of what the line names */
export function staleLine(
  { file, name }: ReasonLine,
  thing: string,
  near = '',
): Finding<'stale-line'> {
  return {
    rule: 'stale-line',
    file,
    message: `${name}: there is no ${thing} to accept${near}`,
    remedy: 'remove the line',
  };
}

/** The rule of keywords that nothing enforces. Lines that begin with it belong to the check `enforcement`. */
export const IDLE = 'idle';

export interface AcceptableFault {
  /** The broken rule: one of the check, or one of the linter. */
  readonly rule: string;
  /** JSON Pointer in its file. */
  readonly pointer: string;
}

/** The accepted faults of a document: a line `POINTER # REASON`, or `RULE POINTER # REASON`, each. */
export interface AcceptedFaults extends Listed {
  /** The names before the reasons. */
  readonly names: ReadonlySet<string>;
}

/**
 * Reads the accepted faults.
 * @param given the files; by default those of `readAccepted`
 * @throws CommandError as `readListed` does
 */
export function readAcceptedFaults(
  spec: string,
  given: readonly string[] | undefined,
): AcceptedFaults {
  const listed = readAccepted(spec, given);
  return { ...listed, names: new Set(listed.lines.map(({ name }) => name)) };
}

/** The name of a fault or a change in the file: its rule and its place, or the rule alone for the whole document. */
export function listedName({ rule, pointer }: AcceptableFault): string {
  return pointer === '' ? rule : `${rule} ${pointer}`;
}

/** True if a line accepts the fault. A line without a rule is about the document, not about enforcement. */
export function isAccepted({ names }: AcceptedFaults, fault: AcceptableFault): boolean {
  return linesFor(fault).some((line) => names.has(line));
}

/** A finding for each line of a check that accepts none of these faults. @param faults all faults the check found */
export function staleLines(
  { lines }: AcceptedFaults,
  check: 'document' | 'enforcement',
  faults: readonly AcceptableFault[],
): Finding<'stale-line'>[] {
  const used = new Set(faults.flatMap(linesFor));
  return lines
    .filter(({ name }) => checkOf(name) === check && !used.has(name))
    .map((line) => staleLine(line, 'fault', nearRule(line.name)));
}

/** The rule of changes that a line of another rule may mean. */
function nearRule(name: string): string {
  const [rule = ''] = name.split(' ');
  return name.startsWith('/') ? '' : hint(rule, Object.keys(changeRules));
}

function linesFor(fault: AcceptableFault): string[] {
  const named = listedName(fault);
  return fault.rule === IDLE ? [named] : [fault.pointer, named];
}

interface AcceptedFindings {
  /** Number of accepted findings. */
  readonly count: number;
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
    const lines = new Map(inFile.map(({ line, what }) => [line, reasonLine(line, reason, what)]));
    addReasonLines(file, [...lines.values()]);
  }
  return { count: found.length, files, left };
}

/** False if the line could not be read back, such as for a name with a line break. */
function isAcceptable(finding: Finding): finding is Finding & { readonly acceptance: Acceptance } {
  const { acceptance } = finding;
  return acceptance !== undefined && /^[^\s#](?:.*\S)?$/.test(acceptance.line);
}
