import { type Recorded, recordedText } from './breaking/traffic/recorded';

/** A place in a file. */
export interface Place {
  /** Relative to the working directory. */
  readonly file: string;
  /** From 1. */
  readonly line?: number;
  /** JSON Pointer in the file, where the file is a document. */
  readonly pointer?: string;
}

/** Something that disagrees with the document. */
export interface Finding<Rule extends string = string> extends Place {
  /** The rule that it breaks; never changes, such as `edited`. */
  readonly rule: Rule;
  /** What disagrees. */
  readonly message: string;
  /** The command or the step that fixes it. */
  readonly remedy: string;
  /** What recorded traffic says of it. */
  readonly recorded?: Recorded;
  /** The place in the base that it is about. */
  readonly base?: Place;
  /** How it is accepted, where it is a fault of the document. */
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

/** What disagrees, with what recorded traffic says of it. */
export function said({ message, recorded }: Finding): string {
  return recorded === undefined ? message : `${message}; ${recordedText(recorded)}`;
}

/** A place as compilers write it: `FILE:LINE`. */
export function placeText({ file, line }: Place): string {
  return line === undefined ? file : `${file}:${line}`;
}
