import path from 'node:path';
import { type Fault, faultAt, type FilePlace } from './fault';
import type { DevProject } from './project';
import { isIn } from './is-in';

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
