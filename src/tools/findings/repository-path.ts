import { existsSync } from 'node:fs';
import path from 'node:path';
import { withAncestors } from '../cli';

/**
 * The path of a file from the root of the repository, which GitHub expects wherever the check runs.
 *
 * @param file from the working directory; `REF:PATH` of git is returned unchanged
 */
export function repositoryPath(file: string): string {
  const root = withAncestors(process.cwd()).find((each) => existsSync(path.join(each, '.git')));
  if (root === undefined || (file.includes(':') && !existsSync(file))) return file;
  return path.relative(root, path.resolve(file)).split(path.sep).join('/');
}
