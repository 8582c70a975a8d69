export interface Place {
  /** Relative to the working directory. */
  readonly file: string;
  /** From 1. */
  readonly line?: number;
  /** JSON Pointer in the file, if it is a document. */
  readonly pointer?: string;
}

/** A problem at a place in a file. */
export interface Finding<Rule extends string = string> extends Place {
  /** A stable id of the broken rule, such as `edited`. */
  readonly rule: Rule;
  /** A description of the problem. */
  readonly message: string;
  /** The command or step that fixes it. */
  readonly remedy: string;
}

/** A place as compilers write it: `FILE:LINE`. */
export function placeText({ file, line }: Place): string {
  return line === undefined ? file : `${file}:${line}`;
}
