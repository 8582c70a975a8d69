import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { CommandError } from '../cli/command-line';
import { commonFolder, placeBelow } from './places';
import type { ProjectFiles } from './template';

/** The module of formats and keywords of a service's own, as a new project has it. */
export interface ProjectExtensions {
  /** Its path in the project. */
  readonly module: string;
  readonly files: ProjectFiles;
}

/** A folder of their own, so that none has the name of a file of the template. */
const FOLDER = 'src/extensions';

/**
 * Copies the module and what it imports by relative paths, in the same places to each other. What it imports of
 * packages, the author adds to package.json.
 *
 * @throws CommandError naming a module that is not there
 */
export function extensionFiles(given: string): ProjectExtensions {
  const entry = path.resolve(given);
  if (!isFile(entry)) throw new CommandError(`There are no extensions at ${given}`);
  const files = new Set([entry]);
  for (const file of files) for (const each of importsOf(file)) files.add(each);
  const root = commonFolder([...files]);
  const placeOf = (file: string): string => placeBelow(FOLDER, root, file);
  return {
    module: placeOf(entry),
    files: new Map([...files].map((file) => [placeOf(file), readFileSync(file, 'utf8')])),
  };
}

/** What follows `from`, `import` or `require(` and begins with a dot. */
const RELATIVE_IMPORT = /\b(?:from|import|require\()\s*(['"])(\.{1,2}\/[^'"]*)\1/g;

function importsOf(file: string): string[] {
  const specifiers = [...readFileSync(file, 'utf8').matchAll(RELATIVE_IMPORT)];
  return specifiers.map(([, , specifier = '']) => {
    const target = path.resolve(path.dirname(file), specifier);
    const found = candidates(target).find(isFile);
    if (found !== undefined) return found;
    throw new CommandError(
      `${path.relative('.', file)} imports "${specifier}", which is not there`,
    );
  });
}

/** The files that a relative import may mean, the name of a compiled one for its source included. */
function candidates(target: string): string[] {
  const source = target.replace(/\.js$/, '.ts');
  const endings = ['.ts', '.js', '.json', '/index.ts', '/index.js'];
  return [target, source, ...endings.map((ending) => target + ending)];
}

function isFile(file: string): boolean {
  return existsSync(file) && statSync(file).isFile();
}
