import type { DocumentFault, SourceDocument, SourcePlace } from '../../generate/index';
import type { AcceptableFault } from '../acceptance';

/** The kinds of faults of a document. */
export type FaultRule = 'left-out' | 'warning' | 'example' | 'lint';

/** Something that is wrong with a document, as the check finds it. */
export interface Fault extends DocumentFault {
  readonly rule: FaultRule;
  /** The rule of the linter. */
  readonly lintRule?: string;
  /** Fails only a check that is strict. */
  readonly isWarning: boolean;
  /** The step that fixes it. */
  readonly remedy: string;
}

/** A fault, and where its author finds it. */
export interface PlacedFault extends Fault {
  readonly place: SourcePlace;
}

export function placed(fault: Fault, source: SourceDocument): PlacedFault {
  return { ...fault, place: fault.place ?? source.placeOf(fault.pointer) };
}

/** What of a fault a line of the accepted ones names. */
export function acceptable({ rule, lintRule, place }: PlacedFault): AcceptableFault {
  return { rule: lintRule ?? rule, pointer: place.pointer };
}
