import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * A file from the root of the repository, as GitHub wants it wherever the check runs.
 *
 * @param file from the working directory; what is `REF:PATH` of git stays so
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
