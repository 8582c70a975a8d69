import { realpathSync } from 'node:fs';
import path from 'node:path';
import {
  git,
  unreadable,
  checkSize,
  IrregularFileError,
  isWithin,
  readRegularFile,
} from '../../cli';
import { getOrMake } from '../../document';
import type { OtherFiles } from '../../generate';

/** A file, a link or a submodule. */
interface Entry {
  readonly mode: string;
  /** Id of git's object; for a submodule, its commit. */
  readonly object: string;
}

/** Modes of entries. @see https://git-scm.com/docs/git-fast-import#_filemodify */
const LINK = '120000';
const SUBMODULE = '160000';

/** More links than any path has. */
const MOST_LINKS = 40;

/**
 * The files of a commit, at their paths in the working tree. Files outside of the repository and named files that
 * the commit does not have are read from the disk.
 */
export class CommitFiles implements OtherFiles {
  readonly prefix: string;
  private readonly entries: ReadonlyMap<string, Entry>;
  private readonly contents = new Map<string, Buffer>();
  private readonly submodules = new Map<string, CommitFiles>();

  /**
   * @param ref name for messages
   * @param root of the working tree
   * @param named files and folders
   * @throws CommandError if git cannot read it
   */
  constructor(
    private readonly ref: string,
    commit: string,
    readonly root: string,
    private readonly named: readonly string[],
  ) {
    this.prefix = `${ref}:`;
    const listed = git(root, ['ls-tree', '-r', '-z', '--full-tree', commit]).toString();
    this.entries = new Map(listed.split('\0').flatMap(entryOf));
  }

  /** The path of a file of the commit without links; undefined if it does not exist. @param file absolute */
  find(file: string): string | undefined {
    const name = this.withoutLinks(this.nameOf(file));
    if (name === undefined) return undefined;
    const found = path.join(this.root, name);
    const submodule = this.submoduleOf(name);
    if (submodule !== undefined) return submodule.find(found);
    const { mode = SUBMODULE } = this.entries.get(name) ?? {};
    return mode === SUBMODULE ? undefined : found;
  }

  realPath(file: string): string {
    const found = this.find(file);
    if (found !== undefined) return found;
    const isElsewhere = !isWithin(this.root, file);
    if (isElsewhere || this.named.some((each) => isWithin(each, file))) return realpathSync(file);
    throw new IrregularFileError(file, 'ENOENT');
  }

  readText(real: string): string {
    const name = this.nameOf(real);
    const inSubmodule = this.submoduleOf(name)?.readText(real);
    if (inSubmodule !== undefined) return inSubmodule;
    const object = this.entries.get(name)?.object;
    if (object === undefined) return readRegularFile(real);
    if (!this.contents.has(object)) this.readFrom(name);
    const content = this.contentOf(object);
    checkSize(real, content.length);
    return content.toString();
  }

  private nameOf(file: string): string {
    return path.relative(this.root, file).split(path.sep).join('/');
  }

  private submoduleOf(name: string): CommitFiles | undefined {
    const folder = prefixesOf(name).find((each) => this.entries.get(each)?.mode === SUBMODULE);
    if (folder === undefined || folder === name) return undefined;
    const { object = '' } = this.entries.get(folder) ?? {};
    return getOrMake(
      this.submodules,
      folder,
      () => new CommitFiles(this.ref, object, path.join(this.root, folder), this.named),
    );
  }

  /** Follows links, including those of folders. @returns undefined for circular links */
  private withoutLinks(given: string): string | undefined {
    let name = given;
    for (let links = 0; links <= MOST_LINKS; links++) {
      const link = prefixesOf(name).find((each) => this.entries.get(each)?.mode === LINK);
      if (link === undefined) return name;
      const target = this.contentOf(this.entries.get(link)?.object ?? '').toString();
      name = path.posix.join(path.posix.dirname(link), target, name.slice(link.length));
    }
    return undefined;
  }

  /** Reads a file and those it seems to refer to, with one process per level. */
  private readFrom(first: string): void {
    let names: readonly string[] = [first];
    while (names.length > 0) {
      this.fetch(names.map((name) => this.entries.get(name)?.object ?? ''));
      names = [...new Set(names.flatMap((name) => this.referencesIn(name)))];
    }
  }

  /** The referenced files that are not yet read. */
  private referencesIn(name: string): string[] {
    const text = this.contentOf(this.entries.get(name)?.object ?? '').toString();
    const references = [...text.matchAll(/\$ref["']?\s*:\s*["']?([^"'\s#]+)/g)];
    return references
      .map(([, file = '']) => path.posix.join(path.posix.dirname(name), file))
      .filter((each) => {
        const entry = this.entries.get(each);
        return entry?.mode.startsWith('100') === true && !this.contents.has(entry.object);
      });
  }

  private contentOf(object: string): Buffer {
    if (!this.contents.has(object)) this.fetch([object]);
    return this.contents.get(object) ?? Buffer.alloc(0);
  }

  /** @see https://git-scm.com/docs/git-cat-file#_batch_output */
  private fetch(objects: readonly string[]): void {
    const written = git(this.root, ['cat-file', '--batch'], `${objects.join('\n')}\n`);
    let at = 0;
    for (const object of objects) {
      const start = written.indexOf('\n', at) + 1;
      const head = written.toString('latin1', at, start - 1);
      const [, , size] = head.split(' ');
      if (size === undefined) throw unreadable(this.root, head);
      at = start + Number(size);
      this.contents.set(object, written.subarray(start, at));
      at += 1;
    }
  }
}

/** @param line `MODE TYPE OBJECT<tab>NAME` */
function entryOf(line: string): [string, Entry][] {
  const [, mode = '', object = '', name] = /^(\d+) \S+ (\S+)\t(.*)$/s.exec(line) ?? [];
  return name === undefined ? [] : [[name, { mode, object }]];
}

/** A path and its parent folders, from the outermost. */
function prefixesOf(name: string): string[] {
  const steps = name.split('/');
  return steps.map((_, index) => steps.slice(0, index + 1).join('/'));
}
