import type { Finding as Problem, Place } from '../findings/index';
import { type Recorded, recordedText } from './breaking/traffic/recorded';

/** Something that disagrees with the document. */
export interface Finding<Rule extends string = string> extends Problem<Rule> {
  /** What recorded traffic says of it. */
  readonly recorded?: Recorded;
  /** Of which the changes are that it tells of; in messages, only the first ones are named. */
  readonly operations?: readonly string[];
  /** The place in the base that it is about. */
  readonly base?: Place;
  /** How it is accepted, where it is a fault or a change of the document. */
  readonly acceptance?: Acceptance;
}

/** The line that accepts a finding. */
export interface Acceptance {
  /** Relative to the working directory. */
  readonly file: string;
  /** What stands before the reason, such as `example /components/schemas/Plant/example`. */
  readonly line: string;
  /** What is accepted, for whoever reads the line. */
  readonly what: string;
}

/** A disagreement, with the recorded traffic that meets it. */
export function said({ message, recorded }: Finding): string {
  return recorded === undefined ? message : `${message}; ${recordedText(recorded)}`;
}
