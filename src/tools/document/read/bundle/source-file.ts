import { realpathSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isWithin, readRegularFile } from '../../../cli';
import { getOrMake } from '../../get-or-make';
import { type ParsedText, parseText } from '../parse-text';
import { asObject, isJsonObject, type JsonObject } from '../../model/json-object';
import { childPointer } from '../../model/json-pointer';
import type { SourcePlace } from '../../model/document-error';
import { PUBLISHED } from '../../schemas/schema-resources';
import { DocumentFolder } from './document-folder';

export interface SourceFile extends ParsedText, Resources {
  /** The file name used in messages. */
  readonly name: string;
  /** The URI by which it was requested, or its absolute path as a URI. */
  readonly url: string;
}

/**
 * Files by the URI that references use, such as `https://example.com/plant.json`; a URI that ends in a slash maps all
 * files of a folder.
 */
export type DocumentFiles = ReadonlyMap<string, string>;

/** The source of files. Paths are absolute. */
export interface FileSource {
  /** Precedes file names in messages. */
  readonly prefix: string;
  /** The path without symbolic links. @throws Error with a `code`, like the file system, when the file is missing */
  realPath(file: string): string;
  /** @param real without symbolic links @throws Error with a `code` when it cannot be read */
  readText(real: string): string;
}

const DISK: FileSource = { prefix: '', realPath: realpathSync, readText: readRegularFile };

/** Reads each file of a document once, however references spell its name. */
export class SourceFiles {
  private readonly byUrl = new Map<string, SourceFile>();
  private readonly realPaths = new Set<string>();
  private readonly folder: string;
  private readonly nameOfFolder: string;
  private readonly reachable: DocumentFolder;

  /**
   * @param entry the file that refers to the others
   * @param name the entry file's name in messages; names of the others derive from it
   * @param documents files registered by URI
   * @param allowOutside true to let references lead to any file
   * @param source the source of the files
   */
  constructor(
    entry: string,
    name: string,
    private readonly documents: DocumentFiles = new Map(),
    private readonly allowOutside = false,
    private readonly source = DISK,
  ) {
    this.folder = path.dirname(source.realPath(entry));
    this.nameOfFolder = path.posix.dirname(name);
    this.reachable = new DocumentFolder(this.folder);
  }

  /**
   * @throws DocumentError when the text is not YAML or JSON
   * @throws Error of the file system when the file cannot be read
   */
  read(file: string): SourceFile {
    const real = this.realPath(file);
    return this.readAs(pathToFileURL(real).href, real);
  }

  /** The file registered for a URI, if any. @throws like read */
  readUri(uri: string): SourceFile | undefined {
    const file = this.fileOf(uri);
    return file === undefined ? undefined : this.readAs(uri, this.realPath(file));
  }

  /** The path registered for a URI; the file may be missing. */
  fileOf(uri: string): string | undefined {
    const own = this.documents.get(uri);
    if (own !== undefined) return own;
    const folder = this.folderUriOf(uri);
    if (folder === undefined) return undefined;
    const rest = decodeURIComponent(uri.slice(folder.length).replace(/\?.*$/, ''));
    return path.join(this.documents.get(folder) ?? '', rest);
  }

  /**
   * Why the document may not read a file, as the end of a sentence; undefined where it may.
   *
   * @param uri by which the reference names the file
   * @throws Error of the file system when there is no such file
   */
  refusal(uri: string, file: string): string | undefined {
    if (this.allowOutside || this.documents.has(uri)) return undefined;
    const folder = this.documents.get(this.folderUriOf(uri) ?? '');
    if (folder !== undefined) {
      return isWithin(this.realPath(folder), this.realPath(file))
        ? undefined
        : `is outside of ${folder}`;
    }
    // The name first, to hide whether such a file exists.
    return (
      this.reachable.refusal(path.resolve(file)) ?? this.reachable.refusal(this.realPath(file))
    );
  }

  /** @throws Error of the file system when there is no such file */
  private realPath(file: string): string {
    return this.source.realPath(path.resolve(file));
  }

  /** The longest registered folder URI that contains a URI. */
  private folderUriOf(uri: string): string | undefined {
    const folders = [...this.documents.keys()].filter(
      (each) => each.endsWith('/') && uri.startsWith(each),
    );
    return folders.sort((a, b) => b.length - a.length)[0];
  }

  private readAs(url: string, real: string): SourceFile {
    return getOrMake(this.byUrl, url, () => {
      const source = sourceFile(this.source.readText(real), this.nameOf(real), url);
      this.realPaths.add(real);
      return source;
    });
  }

  all(): Iterable<SourceFile> {
    return this.byUrl.values();
  }

  paths(): string[] {
    return [...this.realPaths];
  }

  /** The file read so far with this base URL. */
  withBase(url: string): SourceFile | undefined {
    return [...this.byUrl.values()].find(({ base }) => base === url);
  }

  nameOf(file: string): string {
    const relative = path.relative(this.folder, file).split(path.sep).join('/');
    return this.source.prefix + path.posix.join(this.nameOfFolder, relative);
  }
}

/** @throws DocumentError when the text is not YAML or JSON */
export function sourceFile(text: string, name: string, url: string): SourceFile {
  const parsed = parseText(text, name);
  return { ...parsed, ...resourcesOf(parsed.value, url), name, url };
}

/** The names in a file that references can use, other than JSON Pointers. */
interface Resources {
  /** The file's `$self`, or its URL. */
  readonly base: string;
  /** Pointers of schemas with `$id`, and of the file itself, by URL. */
  readonly resources: ReadonlyMap<string, string>;
  /** Pointers of schemas with an anchor, by URL with fragment. */
  readonly anchors: ReadonlyMap<string, string>;
}

/**
 * Collects the names that a file gives to its schemas.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-8.2
 */
function resourcesOf(root: unknown, url: string): Resources {
  const self = selfOf(root, url);
  const resources = new Map([
    [self, ''],
    [url, ''],
  ]);
  const anchors = new Map<string, string>();
  const keys: string[] = [];
  const visit = (value: unknown, outer: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const { $id, $anchor, $dynamicAnchor } = asObject(value);
    const base = baseOf($id, outer);
    if (base !== outer && !resources.has(base)) resources.set(base, childPointer('', ...keys));
    for (const name of [$anchor, $dynamicAnchor]) {
      if (typeof name === 'string') anchors.set(`${base}#${name}`, childPointer('', ...keys));
    }
    for (const [key, member] of Object.entries(value)) {
      keys.push(key);
      visit(member, base);
      keys.pop();
    }
  };
  visit(root, self);
  return { base: self, resources, anchors };
}

/** The URL that a document gives itself. @see https://spec.openapis.org/oas/v3.2.0#oas-self */
function selfOf(root: unknown, url: string): string {
  return isOpenApi32(root) ? baseOf(root.$self, url) : url;
}

/** True for a document whose references may use OpenAPI 3.2 features. */
export function isOpenApi32(root: unknown): root is JsonObject {
  return isJsonObject(root) && /^3\.2\b/.test(String(root.openapi));
}

/** The base URL within a schema. @param outer that around it */
export function baseOf($id: unknown, outer: string): string {
  if (typeof $id !== 'string' || !URL.canParse($id, outer)) return outer;
  return withoutFragment(new URL($id, outer).href);
}

export function withoutFragment(url: string): string {
  const [before = url] = url.split('#', 1);
  return before;
}

interface Origin {
  readonly file: Pick<SourceFile, 'name' | 'lineOf'>;
  readonly pointer: string;
}

/** Maps places of the bundled document to the files they come from. */
export class Origins {
  private readonly moved = new Map<string, Origin>();

  constructor(private readonly entry: Origin['file']) {}

  /** Records that the value at a pointer comes from elsewhere. */
  set(pointer: string, origin: Origin): void {
    this.moved.set(pointer, origin);
  }

  /** The file and pointer that a value comes from. */
  of(pointer: string): Origin {
    for (let end = pointer.length; end >= 0; end = pointer.lastIndexOf('/', end - 1)) {
      const origin = this.moved.get(pointer.slice(0, end));
      if (origin !== undefined) {
        return { file: origin.file, pointer: origin.pointer + pointer.slice(end) };
      }
      if (end === 0) break;
    }
    return { file: this.entry, pointer };
  }

  placeOf(pointer: string): SourcePlace {
    const { file, pointer: at } = this.of(pointer);
    return { file: file.name, line: file.lineOf(at), pointer: at };
  }
}

/**
 * Schemas that dynamic references bind to, or that schemas with an `$id` refer to, keep their meaning only in a
 * resource with its own URI. Their files are therefore embedded whole, each as a component with an `$id`: the file's
 * own, or its path relative to the document's folder.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-9.3.1
 */

/** True for a file whose schemas use dynamic anchors or references. */
export function isDynamic({ value }: SourceFile): boolean {
  return !(isJsonObject(value) && 'openapi' in value) && hasDynamicName(value);
}

function hasDynamicName(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasDynamicName);
  if (!isJsonObject(value)) return false;
  if ('$dynamicAnchor' in value || '$dynamicRef' in value) return true;
  return Object.values(value).some(hasDynamicName);
}

/** The `$id` of an embedded file; undefined for one above the document's folder. */
export function idOf(file: SourceFile, entry: SourceFile): string | undefined {
  const id = relativeTo(entry.url, uriOf(file));
  return id?.startsWith('../') ? undefined : id;
}

function uriOf({ value, url }: SourceFile): string {
  return baseOf(asObject(value).$id, url);
}

/**
 * A reference to a place in a file from within a resource of the bundled document.
 *
 * @param base the URI of the resource
 * @param entry the file of the document
 * @returns undefined where the target is a local file and the resource's URI is not
 */
export function embeddedReference(
  file: SourceFile,
  hash: string,
  base: string,
  entry: SourceFile,
): string | undefined {
  const uri = file === entry ? new URL(PUBLISHED, entry.url).href : uriOf(file);
  const relative = relativeTo(base, uri);
  return relative === undefined ? undefined : relative + hash;
}

function relativeTo(base: string, uri: string): string | undefined {
  const [from, to] = [new URL(base), new URL(uri)];
  if (to.protocol !== 'file:') return uri;
  if (from.protocol !== 'file:') return undefined;
  return path.posix.relative(path.posix.dirname(from.pathname), to.pathname);
}
