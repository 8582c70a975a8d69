import { github } from './formats/github';
import { json } from './formats/json';
import { junit } from './formats/junit';
import { markdown } from './formats/markdown';
import { sarif } from './formats/sarif';
import { text } from './formats/text';
import type { CheckResult } from './run-checks';

/** @returns what is written, which ends with a line end unless it is empty */
export type Format = (results: readonly CheckResult[]) => string;

/** The output formats of the drift gate, by the name that `--format` takes. */
export const formats: Readonly<Record<string, Format>> = {
  text,
  json,
  github,
  junit,
  sarif,
  markdown,
};
