import { readAccepted } from '../accepted';
import type { PlacedFault } from './fault';

/** Faults of a document that are accepted, each with a reason. */
export interface AcceptedFaults {
  /** Relative to the working directory. */
  readonly file: string;
  has(fault: PlacedFault): boolean;
  /** The lines that accept none of these faults. */
  stale(faults: readonly PlacedFault[]): string[];
}

/**
 * Reads the faults that are accepted: a line `POINTER # REASON` for all at a place, or `RULE POINTER #
 * REASON` for those of one rule.
 *
 * @param given the file; by default that beside the document, if there is one
 * @throws CommandError when the file that was named is not there, or a line has no reason
 */
export function readAcceptedFaults(spec: string, given: string | undefined): AcceptedFaults {
  const { file, reasons } = readAccepted(spec, given, '.accepted.txt');
  const linesOf = (fault: PlacedFault): string[] => [fault.place.pointer, nameOfFault(fault)];
  return {
    file,
    has: (fault) => linesOf(fault).some((line) => reasons.has(line)),
    stale: (faults) => {
      const used = new Set(faults.flatMap(linesOf));
      return [...reasons.keys()].filter((line) => !used.has(line));
    },
  };
}

/** The name of a fault in the file, which others of its place do not have. */
export function nameOfFault({ rule, lintRule, place }: PlacedFault): string {
  return `${lintRule ?? rule} ${place.pointer}`;
}
