import path from 'node:path';

/** Where files of others come to be in a new project: in the same places to each other as they were. */

/** A path in the project, with forward slashes. @param root the folder whose files come to be in `folder` */
export function placeBelow(folder: string, root: string, file: string): string {
  return [folder, ...path.relative(root, file).split(path.sep)].join('/');
}

/** The deepest folder that has all of the files below it. */
export function commonFolder(files: readonly string[]): string {
  const [first = '', ...others] = files.map((file) => path.dirname(file));
  let folder = first;
  while (!others.every((other) => isWithin(folder, other))) folder = path.dirname(folder);
  return folder;
}

function isWithin(folder: string, other: string): boolean {
  const relative = path.relative(folder, other);
  return relative === '' || !/^\.\.(?:[\\/]|$)/.test(relative);
}
