import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type DevProject, isIn } from './project';

/** Something that keeps a change from being served, for the developer. */
export interface Fault {
  /** What is wrong, where it is, and how to fix it; may have several lines. */
  readonly message: string;
  /** What the source says there. */
  readonly excerpt?: string;
}

/** A place in a file, counted from 1. */
interface FilePlace {
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
  return (
    lines
      .slice(first - 1, last)
      // A tab is one column to what counts them.
      .map((text) => text.replaceAll('\t', ' '))
      .flatMap((text, index) => {
        const number = first + index;
        const isIt = number === line;
        const shown = `${isIt ? '>' : ' '} ${String(number).padStart(width)} | ${text}`;
        if (!isIt || column === undefined) return [shown];
        return [shown, `  ${' '.repeat(width)} | ${' '.repeat(column - 1)}^`];
      })
      .join('\n')
  );
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/);
  } catch {
    // It went away in the meantime; the message says what was wrong with it.
    return [];
  }
}

/** A module has no function under the name that a handler must have. */
export class NoHandlerError extends Error {
  override readonly name = 'NoHandlerError';

  constructor(identifier: string) {
    super(`it exports no function "${identifier}"; export the handler under that name`);
  }
}

/**
 * What kept a module from being loaded.
 *
 * @param file the module that was asked for; the fault may be in one that it imports
 */
export function loadFault(error: unknown, file: string, project: Project): Fault {
  const syntax = syntaxFault(error);
  if (syntax !== undefined) {
    const { message, place } = syntax;
    const name = nameOf(place, project);
    return faultAt(`${name}: syntax error: ${message}; correct it and save`, place);
  }
  const thrownAt = error instanceof NoHandlerError ? undefined : placeOf(error, project);
  const place = thrownAt ?? { file, line: 1 };
  return faultAt(`${nameOf(place, project)}: ${reasonOf(error)}`, place);
}

/** What was thrown where nothing caught it, such as by a timer of a handler. */
export function uncaughtFault(error: unknown, project: Project): Fault {
  const place = placeOf(error, project);
  const at = place === undefined ? '' : `${nameOf(place, project)}: `;
  const ends = 'nothing caught it, which ends the service in production; catch it there';
  return faultAt(`${at}${firstLineOf(error)}; ${ends}`, place);
}

type Project = Pick<DevProject, 'root' | 'sources'>;

function reasonOf(error: unknown): string {
  if (error instanceof NoHandlerError) return error.message;
  const reason = firstLineOf(error);
  const isMissing = (error as NodeJS.ErrnoException | undefined)?.code === 'MODULE_NOT_FOUND';
  return isMissing
    ? `${reason}; write that module, or correct the import`
    : `it throws while it is loaded: ${reason}; correct it and save`;
}

/** Node adds the modules that asked for a module which is not there. */
function firstLineOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return line;
}

/** What esbuild says, with which tsx compiles, of text that is no TypeScript. */
function syntaxFault(error: unknown): { message: string; place: FilePlace } | undefined {
  const text = error instanceof Error ? error.message : '';
  const [, file, line, column, message] = /^(.+?):(\d+):(\d+): ERROR: (.*)$/m.exec(text) ?? [];
  if (file === undefined || message === undefined) return undefined;
  // Its columns are counted from 0.
  return { message, place: { file, line: Number(line), column: Number(column) + 1 } };
}

/** The first line of the stack that is in the code of the project. */
function placeOf(error: unknown, { sources }: Project): FilePlace | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  for (const [, file = '', line, column] of stack.matchAll(FRAME)) {
    if (isIn(file, [sources])) return { file, line: Number(line), column: Number(column) };
  }
  return undefined;
}

/** File, line and column of a line of a stack. */
const FRAME = /((?:[A-Za-z]:)?[\\/][^\s():]+):(\d+):(\d+)\)?$/gm;

function nameOf({ file, line }: FilePlace, { root }: Project): string {
  return `${path.relative(root, file).split(path.sep).join('/')}:${line}`;
}
