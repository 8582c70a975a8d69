import path from 'node:path';
import { CommandError, IS_COMPILED } from './command-line';
import { compileOnLoad } from './compile-on-load';

/**
 * Loads a module of the user's, in TypeScript or JavaScript.
 *
 * @param name of the module for messages, such as `--hooks hooks.ts`
 * @returns what it exports
 * @throws CommandError where there is no such module, or it throws, or there is no compiler for it
 */
export function loadUserModule(file: string, name: string): Readonly<Record<string, unknown>> {
  // What runs from TypeScript has a loader of it.
  if (IS_COMPILED && file.endsWith('.ts')) compileOnLoad();
  try {
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    return Object(require(path.resolve(file))) as Readonly<Record<string, unknown>>;
  } catch (error) {
    // Node adds the modules of the command that asked for it.
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new CommandError(`${name} cannot be loaded: ${reason}`);
  }
}
