import { existsSync, readdirSync } from 'node:fs';
import { type Part, withNames } from '../../document';
import { type HandlerName, handlerNames, writtenOperations } from '../../generate';
import type * as HandlerModuleReader from './handler-module';

/** Names of the files of a folder that may be handlers; empty if the folder does not exist. */
export function handlerFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((file) => /^(?!.*\.(?:d|test|spec)\.ts$).*\.ts$/.test(file));
}

/** The files that are the handler of no operation, selected or not; they may be helpers. */
export function unnamedFiles(
  files: readonly string[],
  names: readonly HandlerName[],
  part: Part | undefined,
): string[] {
  const whole = withNames(writtenOperations(part?.whole.document ?? {}));
  const all = [...names, ...handlerNames(whole.map(({ operationId }) => operationId))];
  const named = new Set(all.map((name) => `${name.file}.ts`));
  return files.filter((file) => !named.has(file));
}

/** Loads the compiler, which is slow. */
export function handlerModules(
  folder: string,
  files: readonly string[],
): HandlerModuleReader.HandlerModules {
  // An import() is of another kind of module, for which loaders of TypeScript look for other files.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { HandlerModules } = require('./handler-module') as typeof HandlerModuleReader;
  return new HandlerModules(folder, files);
}
