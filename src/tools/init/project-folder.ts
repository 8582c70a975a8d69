import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CommandError, sayLines } from '../cli';
import type { ProjectFiles } from './template';

/** @throws CommandError for a folder whose files might be mistaken for those of the project */
export function refuseFull(folder: string): void {
  if (!existsSync(folder)) return;
  const present = entriesOf(folder).filter((name) => name !== '.git');
  if (present.length === 0) return;
  throw new CommandError(
    `${folder} is not empty (it has ${present.slice(0, 3).join(', ')}); name another folder, or use --force to write beside what is there`,
  );
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw unusable(folder, error);
  }
}

/** @throws CommandError where there can be no such folder */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw unusable(folder, error);
  }
}

function unusable(folder: string, error: unknown): CommandError {
  const { code = '' } = error as NodeJS.ErrnoException;
  return new CommandError(`${folder} cannot be a folder for a project (${code})`);
}

/**
 * Writes the files that are not there, and names those that are.
 *
 * @throws CommandError naming the file that cannot be written
 */
export function writeFiles(project: string, files: ProjectFiles): void {
  for (const [name, text] of files) {
    const file = path.join(project, name);
    if (existsSync(file)) {
      sayLines(`left as it is: ${name}`);
      continue;
    }
    try {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text, { flag: 'wx' });
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      throw new CommandError(`${file} cannot be written (${code})`);
    }
  }
}
