import type { GenerationOptions, ReadingOptions } from '../project';

/** Something that disagrees with the document. */
export interface Finding {
  /** The check that found it, such as `generated`. */
  readonly check: string;
  /** Relative to the working directory. */
  readonly file: string;
  readonly line?: number;
  /** What disagrees. */
  readonly message: string;
  /** The command or the step that fixes it. */
  readonly remedy: string;
}

/** One named check of the drift gate. */
export interface Check {
  readonly name: string;
  /** What is true when it finds nothing, in one sentence. */
  readonly claim: string;
  /** What is true when it finds something. */
  readonly failure: string;
  /** False where there is nothing to check, unless it is asked for by name; by default there is. */
  isFor?(options: CheckOptions): boolean;
  /** @param tell takes a table for the reader, beside what is found */
  run(options: CheckOptions, tell: (table: Table) => void): Promise<readonly Finding[]>;
}

/** What a check shows of the document, whether or not it finds something. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What is checked; the options of generation are those that the files were generated with. */
export interface CheckOptions extends GenerationOptions, ReadingOptions {
  readonly spec: string;
  readonly generated: string;
  /** Show every warning, not only the first ten. */
  readonly all?: boolean;
  /** The document to compare with: a file, or `REF:PATH` of git. */
  readonly base?: string | undefined;
  /** The file of changes since the base that are accepted. */
  readonly 'accepted-changes'?: string | undefined;
  /** The module that exports `authenticators`. */
  readonly authenticators?: string | undefined;
  /** The file of accepted faults; by default that beside the document, if there is one. */
  readonly accepted?: string | undefined;
}
