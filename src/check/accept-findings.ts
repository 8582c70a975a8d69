import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { CommandError } from '../cli/command-line';
import type { Acceptance, Finding } from './finding';

/** What became of findings that were to be accepted. */
export interface AcceptedFindings {
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
  return `accepted ${findings}, listed in ${file}; remove a line once its fault is corrected\n`;
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
    const before = existsSync(file) ? readFileSync(file, 'utf8') : HEAD;
    const end = before === '' || before.endsWith('\n') ? '' : '\n';
    writeFileSync(file, before + end + lines.join(''));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new CommandError(`${file} cannot be written (${code})`);
  }
}
