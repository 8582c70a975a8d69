import { type Accepted, readAccepted, staleLine } from './accepted';
import type { Finding } from './finding';

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
