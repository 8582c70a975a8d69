import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseText, type ParsedText } from '../parse-text';
import { resourcesOf, type Resources } from './resources';

/** One file of a document. */
export interface SourceFile extends ParsedText, Resources {
  /** As messages name it. */
  readonly name: string;
  /** Its absolute path as a URL, which relative references in it are resolved against. */
  readonly url: string;
}

/** Reads the files of one document, each once, however references spell its name. */
export class SourceFiles {
  private readonly byPath = new Map<string, SourceFile>();
  private readonly folder: string;
  private readonly nameOfFolder: string;

  /**
   * @param entry the file that the others are referred to from
   * @param name the name of the entry file in messages; those of the others are derived from it
   */
  constructor(entry: string, name: string) {
    this.folder = path.dirname(realpathSync(entry));
    this.nameOfFolder = path.posix.dirname(name);
  }

  /**
   * @throws DocumentError when the text is not YAML or JSON
   * @throws Error of the file system when the file cannot be read
   */
  read(file: string): SourceFile {
    const real = realpathSync(file);
    const known = this.byPath.get(real);
    if (known !== undefined) return known;
    const name = this.nameOf(real);
    const parsed = parseText(readFileSync(real, 'utf8'), name);
    const url = pathToFileURL(real).href;
    const source = { ...parsed, ...resourcesOf(parsed.value, url), name, url };
    this.byPath.set(real, source);
    return source;
  }

  /** The name of a file that need not be there. */
  nameOf(file: string): string {
    const relative = path.relative(this.folder, file).split(path.sep).join('/');
    return path.posix.join(this.nameOfFolder, relative);
  }
}
