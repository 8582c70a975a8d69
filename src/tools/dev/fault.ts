import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type DevProject, isIn } from './project';

/** A fault that keeps a change from being served. */
export interface Fault {
  /** The problem, its place and its remedy; may have several lines. */
  readonly message: string;
  /** The source at that place. */
  readonly excerpt?: string;
}

/** A place in a file, counted from 1. */
interface FilePlace {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
}

/** A fault with its source lines. */
export function faultAt(message: string, place: FilePlace | undefined): Fault {
  const excerpt = place && excerptOf(place);
  return { message, ...(excerpt !== undefined && { excerpt }) };
}

/** The place at the start of a command's message, such as `spec/openapi.yaml:3: `. */
export function placeInMessage(message: string): FilePlace | undefined {
  const [, file, line, column] = /^([^\n:]+):(\d+): (?:column (\d+): )?/.exec(message) ?? [];
  if (file === undefined) return undefined;
  const place = { file: path.resolve(file), line: Number(line) };
  return column === undefined ? place : { ...place, column: Number(column) };
}

const LINES_AROUND = 2;

/** The line and its neighbours, with numbers; undefined if the file no longer has such a line. */
function excerptOf({ file, line, column }: FilePlace): string | undefined {
  const lines = linesOf(file);
  if (line > lines.length) return undefined;
  const first = Math.max(1, line - LINES_AROUND);
  const last = Math.min(lines.length, line + LINES_AROUND);
  const width = String(last).length;
  return (
    lines
      .slice(first - 1, last)
      // Columns count a tab as one character.
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
    // The file was removed meanwhile; the message tells its fault.
    return [];
  }
}

/** A module does not export a handler under the required name. */
export class NoHandlerError extends Error {
  override readonly name = 'NoHandlerError';

  constructor(identifier: string) {
    super(`it exports no function "${identifier}"; export the handler under that name`);
  }
}

/**
 * The error that prevented a module from loading.
 * @param file the requested module; the fault may be in one of its imports
 */
export function loadFault(error: unknown, file: string, project: Project): Fault {
  const syntax = syntaxFault(error);
  if (syntax !== undefined) {
    const { message, place } = syntax;
    const name = placeName(place, project);
    return faultAt(`${name}: syntax error: ${message}; correct it and save`, place);
  }
  const thrownAt = error instanceof NoHandlerError ? undefined : placeOf(error, project);
  const place = thrownAt ?? { file, line: 1 };
  return faultAt(`${placeName(place, project)}: ${reasonOf(error)}`, place);
}

/** An uncaught error, such as from a timer of a handler. */
export function uncaughtFault(error: unknown, project: Project): Fault {
  const place = placeOf(error, project);
  const at = place === undefined ? '' : `${placeName(place, project)}: `;
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

/** The other lines are Node's: the modules that required a missing one. */
function firstLineOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return line;
}

/** A syntax error of esbuild, which tsx compiles with. */
function syntaxFault(error: unknown): { message: string; place: FilePlace } | undefined {
  const text = error instanceof Error ? error.message : '';
  const [, file, line, column, message] = /^(.+?):(\d+):(\d+): ERROR: (.*)$/m.exec(text) ?? [];
  if (file === undefined || message === undefined) return undefined;
  // Its columns are zero-based.
  return { message, place: { file, line: Number(line), column: Number(column) + 1 } };
}

/** The first stack line in the project's code. */
function placeOf(error: unknown, { sources }: Project): FilePlace | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  for (const [, file = '', line, column] of stack.matchAll(FRAME)) {
    if (isIn(file, [sources])) return { file, line: Number(line), column: Number(column) };
  }
  return undefined;
}

/** File, line and column of a stack line. */
const FRAME = /((?:[A-Za-z]:)?[\\/][^\s():]+):(\d+):(\d+)\)?$/gm;

function placeName({ file, line }: FilePlace, { root }: Project): string {
  return `${path.relative(root, file).split(path.sep).join('/')}:${line}`;
}
