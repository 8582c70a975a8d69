import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DocumentError, type DocumentFault, type SourcePlace } from '../../model/document-error';
import { asObject } from '../../model/json-object';
import { pointerPrefixes, valueAt } from '../../model/json-pointer';
import { baseOf, type SourceFile, type SourceFiles, withoutFragment } from './source-file';
import type { Kind } from '../../model/walk-document';

/** A value in a file, as the target of a reference. */
export interface Target {
  readonly file: SourceFile;
  readonly pointer: string;
}

/** A reference that leads nowhere; `place` is set when the fault is in the target file. */
class ReferenceFault extends Error {
  constructor(
    message: string,
    readonly place?: SourcePlace,
  ) {
    super(message);
  }
}

/** A reference to another machine. */
class RemoteReference extends ReferenceFault {}

/**
 * Finds the target of a reference. Nothing is fetched: it looks at local files, at files registered for a URI, and at
 * schemas of the files read so far by their `$id`.
 *
 * @param base the URL it is relative to
 * @throws ReferenceFault when it leads nowhere
 * @see https://spec.openapis.org/oas/v3.1.1#relative-references-in-api-description-uris
 */
function targetOf(
  files: SourceFiles | undefined,
  reference: string,
  base: string,
  from: readonly SourceFile[],
  depth = 0,
): Target {
  const { file, pointer } = locate(files, reference, base, from);
  const target = pointer === undefined ? undefined : reached(files, { file, pointer }, depth);
  if (target !== undefined) return target;
  const message = `"${reference}" refers to nothing in ${file.name}; add it or correct the reference`;
  throw new ReferenceFault(message);
}

/** Longer than any real chain of references. */
const MAX_DEPTH = 20;

/** A target in a file, or in the target of a reference on the way to it. */
function reached(
  files: SourceFiles | undefined,
  { file, pointer }: Target,
  depth: number,
): Target | undefined {
  if (valueAt(file.value, pointer) !== undefined) return { file, pointer };
  const above = pointerPrefixes(pointer).reverse();
  const holder = above.find((prefix) => valueAt(file.value, prefix) !== undefined);
  if (holder === undefined || depth > MAX_DEPTH) return undefined;
  const { $ref } = asObject(valueAt(file.value, holder));
  if (typeof $ref !== 'string') return undefined;
  const outer = targetOf(files, $ref, file.base, [file], depth + 1);
  const inner = { file: outer.file, pointer: outer.pointer + pointer.slice(holder.length) };
  return reached(files, inner, depth + 1);
}

/** The target file and the pointer in it, which is undefined for an unknown anchor. */
function locate(
  files: SourceFiles | undefined,
  reference: string,
  base: string,
  from: readonly SourceFile[],
): { file: SourceFile; pointer: string | undefined } {
  if (!URL.canParse(reference, base)) {
    throw new ReferenceFault(`"${reference}" is not a reference; write a path or a URL`);
  }
  const url = new URL(reference, base);
  const resource = withoutFragment(url.href);
  const file =
    from.find(({ resources }) => resources.has(resource)) ??
    files?.withBase(resource) ??
    readFile(files, url, from[0]);
  const root = file.resources.get(resource) ?? '';
  return { file, pointer: pointerOf(file, root, resource, url.hash.slice(1)) };
}

/**
 * The local URL of a file named relative to the URL that a document gives itself (`$self`).
 *
 * @see https://spec.openapis.org/oas/v3.2.0#establishing-the-base-uri
 */
function besideUrl(url: URL, document: SourceFile | undefined): URL {
  if (document === undefined || document.base === document.url) return url;
  const self = new URL(document.base);
  if (url.protocol !== self.protocol || url.host !== self.host) return url;
  const relative = path.posix.relative(path.posix.dirname(self.pathname), url.pathname);
  return new URL(relative, document.url);
}

function readFile(
  files: SourceFiles | undefined,
  url: URL,
  from: SourceFile | undefined,
): SourceFile {
  if (files === undefined) throw new ReferenceFault(`"${url.href}" is not in this text`);
  const uri = withoutFragment(url.href);
  const file = files.fileOf(uri) ?? localPath(besideUrl(url, from));
  if (file === undefined) {
    const message = `"${url.href}" is not a local file, and nothing is fetched; save a copy, and name it with --documents ${uri}=FILE`;
    throw new RemoteReference(message);
  }
  try {
    const refusal = files.refusal(uri, file);
    if (refusal !== undefined) {
      throw new ReferenceFault(refusalMessage(uri, files.nameOf(file), file, refusal));
    }
    return files.readUri(uri) ?? files.read(file);
  } catch (error) {
    throw unreadable(files.nameOf(file), error);
  }
}

/** @returns undefined for a URL of another machine */
function localPath(url: URL): string | undefined {
  if (url.protocol !== 'file:') return undefined;
  try {
    return fileURLToPath(url.href.replace(/[?#].*$/, ''));
  } catch {
    return undefined;
  }
}

function refusalMessage(uri: string, name: string, file: string, refusal: string): string {
  return `the file ${name} ${refusal}; a document reads it only with --documents ${uri}=${file}, or with --allow-outside`;
}

function unreadable(name: string, error: unknown): unknown {
  if (error instanceof DocumentError) {
    const [{ message, place } = { message: '' } as DocumentFault] = error.faults;
    return new ReferenceFault(message, place);
  }
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  const missing = `there is no file ${name}; add it or correct the reference`;
  const fault = code === 'ENOENT' ? missing : `the file ${name} cannot be read (${code})`;
  return new ReferenceFault(fault);
}

function pointerOf(
  file: SourceFile,
  root: string,
  resource: string,
  fragment: string,
): string | undefined {
  const decoded = decodeFragment(fragment);
  if (decoded === '' || decoded?.startsWith('/')) return root + decoded;
  // The URL a file was read from remains valid, whatever its `$id`.
  const { $id } = asObject(file.value);
  const names = resource === file.url ? [resource, baseOf($id, resource)] : [resource];
  return names
    .map((name) => file.anchors.get(`${name}#${decoded}`))
    .find((pointer) => pointer !== undefined);
}

function decodeFragment(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

export interface BundledPlace extends Target {
  /** The pointer in the bundled document. */
  readonly out: string;
  /** The base URL of references there. */
  readonly base: string;
  /** True when the whole file is embedded in the document. */
  readonly isEmbedded?: boolean;
  /** Keys of the enclosing references that OpenAPI does not allow (references-in-place.ts). */
  readonly within?: readonly string[];
  /** True when the value already stands in another place. */
  readonly isCopy?: boolean;
}

/** A place below another one. @param suffix the JSON Pointer from there */
export function below(place: BundledPlace, suffix: string): BundledPlace {
  return { ...place, pointer: place.pointer + suffix, out: place.out + suffix };
}

/** Identifies a target and the kind of object it is used as. */
export function targetKey(kind: Kind, { file, pointer }: Target): string {
  return `${kind} ${file.url}#${pointer}`;
}

/** Resolves references, and collects the faults of those that lead nowhere. */
export class Targets {
  readonly faults: DocumentFault[] = [];

  /** @param entry the file searched for every reference, whichever file that is in */
  constructor(
    private readonly files: SourceFiles | undefined,
    private readonly entry: SourceFile,
  ) {}

  /**
   * The target of a reference; adds a fault at the place when there is none.
   *
   * @param kind set for references that OpenAPI allows; in a text without files, these are resolved later
   */
  demand(reference: string, place: BundledPlace, kind?: Kind): Target | undefined {
    if (this.files === undefined && kind !== undefined) return this.find(reference, place);
    return orNothing(
      () => this.targetOf(reference, place),
      (fault) => {
        const { message, place: at } = fault;
        this.faults.push({
          ...{ pointer: place.out, message },
          ...(at && { place: at }),
          ...(kind && { unresolved: kind }),
          ...(fault instanceof RemoteReference && { isRemote: true }),
        });
      },
    );
  }

  /** The target of a text that may be a reference, or undefined. */
  find(reference: string, place: BundledPlace): Target | undefined {
    return orNothing(() => this.targetOf(reference, place));
  }

  /** The target file and pointer, even if they name no value. */
  locate(reference: string, place: BundledPlace): ReturnType<typeof locate> | undefined {
    return orNothing(() => locate(this.files, reference, place.base, [place.file, this.entry]));
  }

  within(target: Target, out: string): BundledPlace {
    return { ...target, out, base: baseAt(target) };
  }

  private targetOf(reference: string, { base, file }: BundledPlace): Target {
    return targetOf(this.files, reference, base, [file, this.entry]);
  }
}

/** The base URL at a place: that of the nearest enclosing `$id`, else the file's. */
function baseAt({ file, pointer }: Target): string {
  const above = [...file.resources].filter(
    ([, root]) => root !== pointer && pointer.startsWith(`${root}/`),
  );
  return above.reduce<[string, string]>(
    (found, each) => (each[1].length > found[1].length ? each : found),
    [file.base, ''],
  )[0];
}

function orNothing<Found>(
  find: () => Found,
  onFault: (fault: ReferenceFault) => void = () => undefined,
): Found | undefined {
  try {
    return find();
  } catch (error) {
    if (!(error instanceof ReferenceFault)) throw error;
    onFault(error);
    return undefined;
  }
}
