import { readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.join(__dirname, '..', '..');

/** One instruction of a Dockerfile, such as `COPY` and `. .`. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** The stages of a Dockerfile, each from its FROM on, without comments. @param folder by default the project's own */
export function readStages(folder = ROOT): Instruction[][] {
  const text = readFileSync(path.join(folder, 'Dockerfile'), 'utf8').replaceAll(/ *\\\n */g, ' ');
  const lines = text.split('\n');
  const instructions = lines
    .filter((line) => /^[A-Z]+ /.test(line))
    .map((line) => ({ name: /^[A-Z]+/.exec(line)![0], text: line.replace(/^[A-Z]+ +/, '') }));
  const starts = instructions.flatMap(({ name }, index) => (name === 'FROM' ? [index] : []));
  return starts.map((start, index) => instructions.slice(start, starts[index + 1]));
}

/** What the last instruction of a name says. */
export function lastOf(stage: readonly Instruction[], name: string): string {
  return stage.findLast((each) => each.name === name)?.text ?? '';
}
