import type { Finding as Problem, Place } from '../findings/index';
import { type Recorded, recordedText } from './breaking/traffic/recorded';

/** A disagreement with the document. */
export interface Finding<Rule extends string = string> extends Problem<Rule> {
  /** Recorded exchanges that it affects. */
  readonly recorded?: Recorded;
  /** The operations of the changes it reports; messages name only the first ones. */
  readonly operations?: readonly string[];
  /** Its place in the base. */
  readonly base?: Place;
  /** How to accept it, for a fault or a change of the document. */
  readonly acceptance?: Acceptance;
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

/** The message of a finding, with the recorded traffic that it affects. */
export function said({ message, recorded }: Finding): string {
  return recorded === undefined ? message : `${message}; ${recordedText(recorded)}`;
}
