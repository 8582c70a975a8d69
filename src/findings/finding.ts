/** A place in a file. */
export interface Place {
  /** Relative to the working directory. */
  readonly file: string;
  /** From 1. */
  readonly line?: number;
  /** JSON Pointer in the file, where the file is a document. */
  readonly pointer?: string;
}

/** Something that is wrong, at a place in a file. */
export interface Finding<Rule extends string = string> extends Place {
  /** The rule that it breaks; never changes, such as `edited`. */
  readonly rule: Rule;
  /** What is wrong. */
  readonly message: string;
  /** The command or the step that fixes it. */
  readonly remedy: string;
}

/** A place as compilers write it: `FILE:LINE`. */
export function placeText({ file, line }: Place): string {
  return line === undefined ? file : `${file}:${line}`;
}
