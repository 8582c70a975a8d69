/** Something that disagrees with the document. */
export interface Finding {
  /** The check that found it, such as `generated`. */
  readonly check: string;
  /** Relative to the working directory. */
  readonly file: string;
  readonly line?: number;
  /** What disagrees. */
  readonly message: string;
  /** The command or the step that mends it. */
  readonly mend: string;
}

/** One named check of the drift gate. */
export interface Check {
  readonly name: string;
  /** What it holds true, in one sentence. */
  readonly claim: string;
  run(options: CheckOptions): Promise<readonly Finding[]>;
}

export interface CheckOptions {
  readonly spec: string;
  readonly generated: string;
  /** Leaves out the operations that have a fault, as generation did. */
  readonly lenient: boolean;
}
