import { accessSync, constants } from 'node:fs';
import path from 'node:path';

const FOLDERS = ['/usr/local/bin', '/usr/bin', '/usr/local/sbin', '/usr/sbin', '/bin'];

/**
 * The path of a program that can be run, looked for where packages put them.
 *
 * @param root of the file system
 */
export function findProgram(name: string, root = '/'): string | undefined {
  return FOLDERS.map((folder) => path.join(root, folder, name)).find(canRun);
}

/** Whether a file is a program that can be run. */
export function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
