import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseText, type ParsedText } from '../parse-text';
import { resourcesOf, type Resources } from './resources';

/** One file of a document. */
export interface SourceFile extends ParsedText, Resources {
  /** As messages name it. */
  readonly name: string;
  /** The URI that it was asked for by, else its absolute path as one. */
  readonly url: string;
}

/**
 * Files by the URI that references name them by, such as `https://example.com/plant.json`; a URI that ends
 * in a slash stands for all files of a folder.
 */
export type DocumentFiles = ReadonlyMap<string, string>;

/** Reads the files of one document, each once, however references spell its name. */
export class SourceFiles {
  private readonly byUrl = new Map<string, SourceFile>();
  private readonly realPaths = new Set<string>();
  private readonly folder: string;
  private readonly nameOfFolder: string;

  /**
   * @param entry the file that the others are referred to from
   * @param name the name of the entry file in messages; those of the others are derived from it
   * @param documents those that are referred to by a URI
   */
  constructor(
    entry: string,
    name: string,
    private readonly documents: DocumentFiles = new Map(),
  ) {
    this.folder = path.dirname(realpathSync(entry));
    this.nameOfFolder = path.posix.dirname(name);
  }

  /**
   * @throws DocumentError when the text is not YAML or JSON
   * @throws Error of the file system when the file cannot be read
   */
  read(file: string): SourceFile {
    const real = realpathSync(file);
    return this.readAs(pathToFileURL(real).href, real);
  }

  /** The file that stands for a URI; undefined where none does. @throws as read does */
  readUri(uri: string): SourceFile | undefined {
    const file = this.fileOf(uri);
    return file === undefined ? undefined : this.readAs(uri, realpathSync(file));
  }

  /** The path of the file that stands for a URI, which need not be there. */
  fileOf(uri: string): string | undefined {
    const own = this.documents.get(uri);
    if (own !== undefined) return own;
    const folders = [...this.documents.keys()].filter(
      (each) => each.endsWith('/') && uri.startsWith(each),
    );
    const [folder] = folders.sort((a, b) => b.length - a.length);
    if (folder === undefined) return undefined;
    const rest = decodeURIComponent(uri.slice(folder.length).replace(/\?.*$/, ''));
    return path.join(this.documents.get(folder) ?? '', rest);
  }

  private readAs(url: string, real: string): SourceFile {
    const known = this.byUrl.get(url);
    if (known !== undefined) return known;
    const name = this.nameOf(real);
    const parsed = parseText(readFileSync(real, 'utf8'), name);
    const source = { ...parsed, ...resourcesOf(parsed.value, url), name, url };
    this.byUrl.set(url, source);
    this.realPaths.add(real);
    return source;
  }

  /** The absolute paths of those read so far, the entry first. */
  paths(): string[] {
    return [...this.realPaths];
  }

  /** The file, of those read so far, that gives itself a URL. */
  withBase(url: string): SourceFile | undefined {
    return [...this.byUrl.values()].find(({ base }) => base === url);
  }

  /** The name of a file that need not be there. */
  nameOf(file: string): string {
    const relative = path.relative(this.folder, file).split(path.sep).join('/');
    return path.posix.join(this.nameOfFolder, relative);
  }
}
