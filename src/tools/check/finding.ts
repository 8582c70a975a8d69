import type { Finding as Problem, Place } from '../findings';

/** A disagreement with the document. */
export interface Finding<Rule extends string = string> extends Problem<Rule> {
  /** The operations of the changes it reports; messages name only the first ones. */
  readonly operations?: readonly string[];
  readonly base?: Place;
  /** The same finding at other places, if there are many; reports for readers name only the first ones. */
  readonly others?: readonly Finding[];
  /** How to accept it, for a fault or a change of the document. */
  readonly acceptance?: Acceptance;
}

/** A finding for each of its places. */
export function atEachPlace({ others = [], ...first }: Finding): Finding[] {
  return [first, ...others];
}

/** The line that accepts a finding. */
export interface Acceptance {
  /** Relative to the working directory. */
  readonly file: string;
  /** The text before the reason, such as `example /components/schemas/Plant/example`. */
  readonly line: string;
  /** A description of the accepted fault, for readers of the line. */
  readonly what: string;
}
