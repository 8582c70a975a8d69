import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Something that keeps a change from being served, for the developer. */
export interface Fault {
  /** What is wrong, where it is, and how to fix it; may have several lines. */
  readonly message: string;
  /** What the source says there. */
  readonly excerpt?: string;
}

/** A place in a file, counted from 1. */
export interface FilePlace {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
}

/** A fault with the lines of its source. */
export function faultAt(message: string, place: FilePlace | undefined): Fault {
  const excerpt = place && excerptOf(place);
  return { message, ...(excerpt !== undefined && { excerpt }) };
}

/** The place that a line of a command begins with, such as `spec/openapi.yaml:3: `. */
export function placeInMessage(message: string): FilePlace | undefined {
  const [, file, line, column] = /^([^\n:]+):(\d+): (?:column (\d+): )?/.exec(message) ?? [];
  if (file === undefined) return undefined;
  const place = { file: path.resolve(file), line: Number(line) };
  return column === undefined ? place : { ...place, column: Number(column) };
}

const LINES_AROUND = 2;

/** The line and those around it, with their numbers; undefined where the file has no such line any more. */
function excerptOf({ file, line, column }: FilePlace): string | undefined {
  const lines = linesOf(file);
  if (line > lines.length) return undefined;
  const first = Math.max(1, line - LINES_AROUND);
  const last = Math.min(lines.length, line + LINES_AROUND);
  const width = String(last).length;
  return lines
    .slice(first - 1, last)
    .flatMap((text, index) => {
      const number = first + index;
      const isIt = number === line;
      const shown = `${isIt ? '>' : ' '} ${String(number).padStart(width)} | ${text}`;
      if (!isIt || column === undefined) return [shown];
      return [shown, `  ${' '.repeat(width)} | ${' '.repeat(column - 1)}^`];
    })
    .join('\n');
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/);
  } catch {
    // It went away in the meantime; the message says what was wrong with it.
    return [];
  }
}
