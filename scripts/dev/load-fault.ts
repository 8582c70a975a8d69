import path from 'node:path';
import { type Fault, faultAt, type FilePlace } from './fault';
import type { DevProject } from './project';
import { isIn } from './watch-files';

/**
 * What kept a module from being loaded.
 *
 * @param file the module that was asked for; the fault may be in one that it imports
 */
export function loadFault(
  error: unknown,
  file: string,
  { root, sources }: Pick<DevProject, 'root' | 'sources'>,
): Fault {
  const syntax = syntaxFault(error);
  if (syntax !== undefined) {
    const { message, place } = syntax;
    return faultAt(`${nameOf(place, root)}: syntax error: ${message}; correct it and save`, place);
  }
  const place = placeOf(error, sources) ?? { file, line: 1 };
  const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
  const thrown = `${nameOf(place, root)}: it throws while it is loaded: ${reason}`;
  return faultAt(`${thrown}; a module must load without a fault`, place);
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
function placeOf(error: unknown, sources: string): FilePlace | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  for (const [, file = '', line, column] of stack.matchAll(/\(?(\/[^\s():]+):(\d+):(\d+)\)?/g)) {
    if (isIn(file, [sources])) return { file, line: Number(line), column: Number(column) };
  }
  return undefined;
}

function nameOf({ file, line }: FilePlace, root: string): string {
  return `${path.relative(root, file)}:${line}`;
}
