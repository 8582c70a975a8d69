import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isWithin, withAncestors } from '../../../cli';

/**
 * Limits the files that a document may refer to. A document may come from a stranger, and its content goes into code,
 * mocks and pages. Its references therefore reach only files of its repository or package, else of its own folder, and
 * no hidden files: `.git`, `.env` and `.npmrc` hold secrets.
 */
export class DocumentFolder {
  private readonly root: string;

  /** @param folder of the document, absolute, without symbolic links */
  constructor(private readonly folder: string) {
    this.root = projectOf(folder);
  }

  /** Why a file is not read, as the end of a sentence. @param file absolute */
  refusal(file: string): string | undefined {
    if (!isWithin(this.root, file)) return `is outside of ${this.root}`;
    if (isHidden(path.relative(this.folder, file))) return 'is a hidden file';
    return undefined;
  }
}

/** The folder of the enclosing repository, else package; the folder itself where there is neither. */
function projectOf(folder: string): string {
  const above = withAncestors(folder).filter((each) => !isShared(each));
  const holder = (name: string): string | undefined =>
    above.find((each) => existsSync(path.join(each, name)));
  return holder('.git') ?? holder('package.json') ?? folder;
}

/** A repository at the home folder holds more than one project. */
function isShared(folder: string): boolean {
  return folder === os.homedir() || folder === path.parse(folder).root;
}

/** Package managers keep packages in hidden folders of `node_modules`. */
function isHidden(relative: string): boolean {
  const [ours = ''] = relative.split(/(?:^|[\\/])node_modules(?:[\\/]|$)/);
  return ours.split(path.sep).some((name) => name.startsWith('.') && name !== '..');
}
