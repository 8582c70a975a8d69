import { bundle, type Bundle } from './bundle/bundle';
import {
  type DocumentFiles,
  type FileSource,
  sourceFile,
  type SourceFile,
  SourceFiles,
} from './bundle/source-file';
import { inlinePathItems } from './bundle/path-items';
import {
  DocumentError,
  type DocumentFault,
  type DocumentNotice,
  type SourcePlace,
} from '../model/document-error';
import { isJsonObject, type JsonObject } from '../model/json-object';
import type { Selection } from '../part/selection';
import { pointerBeforeHierarchies } from '../schemas/hierarchies';

/** A document as its author wrote it, in one file or several. */
export interface SourceDocument {
  /** Used in messages and in the heads of generated files. */
  readonly name: string;
  /** The bundled document, with local references only. Integers that a double cannot hold are bigints. */
  readonly document: JsonObject;
  /** Problems found on reading; the notices among them have no effect. */
  readonly faults: readonly (DocumentFault | DocumentNotice)[];
  /** Present for a part of a document, which `--include` and `--exclude` have selected. */
  readonly part?: Part | undefined;
  /** File and line of the value at a JSON Pointer; those of its nearest ancestor when it has none. */
  placeOf(pointer: string): SourcePlace;
  /** The line of the value at a JSON Pointer in its file. */
  lineOf(pointer: string): number;
}

/** How a document was reduced to some of its operations. */
export interface Part extends Selection {
  /** JSON Pointers of the operations that were taken away. */
  readonly excluded: readonly string[];
  /** The document before. */
  readonly whole: Pick<SourceDocument, 'document' | 'faults'>;
}

/** A document that was read from files. */
export interface ReadDocument extends SourceDocument {
  /** Absolute paths; the first is the file that refers to the others. */
  readonly files: readonly string[];
}

/**
 * Reads a document from a file of YAML 1.2 or JSON, and the local files that it refers to, each of at most 100 MiB.
 * Nothing is fetched.
 *
 * References reach the files of the document's repository or package, else of its folder, but no hidden files: a
 * document from a stranger must not publish other files on the disk.
 *
 * @param name of the file in messages and in generated files
 * @param documents files by the URI that references use, wherever they are
 * @param allowOutside true to let references lead to any file
 * @returns the document in one piece; references that lead nowhere are in its `faults`
 * @throws DocumentError when the text is not YAML or not an object
 * @throws Error of the file system when the file cannot be read
 * @see https://spec.openapis.org/oas/v3.1.1#format
 * @example
 * ```ts
 * import { readDocument } from 'openapi-trellis-tools/generate';
 *
 * const source = readDocument('spec/openapi.yaml');
 * console.log(source.files, source.lineOf('/paths'));
 * ```
 */
export function readDocument(
  file: string,
  name = file,
  documents?: DocumentFiles,
  allowOutside = false,
): ReadDocument {
  return readDocumentFrom(file, name, documents, allowOutside);
}

/** Reads like readDocument. @param from the source of files; the disk by default */
export function readDocumentFrom(
  file: string,
  name: string,
  documents: DocumentFiles | undefined,
  allowOutside: boolean,
  from?: FileSource,
): ReadDocument {
  const files = new SourceFiles(file, name, documents, allowOutside, from);
  const entry = files.read(file);
  const document = documentOf(entry.value, entry.name);
  const source = sourceDocument(entry.name, bundle(files, entry, document));
  const faults = [...files.all()].flatMap(indentWarnings);
  return { ...source, faults: [...faults, ...source.faults], files: files.paths() };
}

/**
 * Parses a document that is not in a file; it can refer to no other one.
 *
 * @param name of the document in messages and in generated files
 * @throws DocumentError like readDocument
 * @example
 * ```ts
 * import { parseSource } from 'openapi-trellis-tools/generate';
 *
 * const { document } = parseSource('openapi: 3.1.0', 'inline.yaml');
 * console.log(document.openapi);
 * ```
 */
export function parseSource(text: string, name: string): SourceDocument {
  const entry = sourceFile(text, name, 'text:/');
  const source = sourceDocument(name, bundle(undefined, entry, documentOf(entry.value, name)));
  return { ...source, faults: [...indentWarnings(entry), ...source.faults] };
}

/** A warning for each run of lines. */
function indentWarnings({ name, unindented }: SourceFile): DocumentNotice[] {
  const firsts = unindented.filter((line, index) => unindented[index - 1] !== line - 1);
  return firsts.map((line) => ({
    severity: 'warning',
    pointer: '',
    message: 'the line continues a value; indent it',
    place: { file: name, line, pointer: '' },
  }));
}

function documentOf(value: unknown, file: string): JsonObject {
  if (isJsonObject(value)) return value;
  const place = { file, line: 1, pointer: '' };
  throw new DocumentError([{ pointer: '', message: 'the document must be an object', place }]);
}

function sourceDocument(name: string, { document, origins, faults }: Bundle): SourceDocument {
  const inlined = inlinePathItems(document, origins);
  const placeOf = (pointer: string): SourcePlace =>
    origins.placeOf(pointerBeforeHierarchies(inlined.document, pointer));
  return {
    name,
    document: inlined.document,
    faults: [...faults, ...inlined.faults],
    placeOf,
    lineOf: (pointer) => placeOf(pointer).line,
  };
}
