import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * The path of a file from the root of the repository, which GitHub expects wherever the check runs.
 *
 * @param file from the working directory; `REF:PATH` of git is returned unchanged
 */
export function repositoryPath(file: string): string {
  const root = rootAbove(process.cwd());
  if (root === undefined || (file.includes(':') && !existsSync(file))) return file;
  return path.relative(root, path.resolve(file)).split(path.sep).join('/');
}

function rootAbove(folder: string): string | undefined {
  if (existsSync(path.join(folder, '.git'))) return folder;
  const parent = path.dirname(folder);
  return parent === folder ? undefined : rootAbove(parent);
}
