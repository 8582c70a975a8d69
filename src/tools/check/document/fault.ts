import type { DocumentFault, SourceDocument, SourcePlace } from '../../document';
import type { AcceptableFault } from '../acceptance';

/** The kinds of faults of a document. */
export type FaultRule = 'left-out' | 'warning' | 'example' | 'lint';

export interface Fault extends DocumentFault {
  readonly rule: FaultRule;
  readonly lintRule?: string;
  /** Fails only a check that is strict. */
  readonly isWarning: boolean;
  /** The step that fixes it. */
  readonly remedy: string;
}

/** A fault with its place in the author's files. */
export interface PlacedFault extends Fault {
  readonly place: SourcePlace;
}

export function placed(fault: Fault, source: SourceDocument): PlacedFault {
  return { ...fault, place: fault.place ?? source.placeOf(fault.pointer) };
}

/** The rule and place by which a line of the accepted faults names it. */
export function acceptable({ rule, lintRule, place }: PlacedFault): AcceptableFault {
  return { rule: lintRule ?? rule, pointer: place.pointer };
}
