import { readFileSync } from 'node:fs';
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, type Document } from 'yaml';
import { DocumentError } from './document-error';
import { isJsonObject, type JsonObject } from './json-object';
import { pointerKeys } from './json-pointer';

/** A document as its author wrote it. */
export interface SourceDocument {
  /** Name for messages and for the heads of generated files. */
  readonly name: string;
  /** Integers that a double cannot hold are bigints. */
  readonly document: JsonObject;
  /** The line of the value at a JSON Pointer, 1 or more; that of its nearest ancestor when it has none. */
  lineOf(pointer: string): number;
}

/**
 * Reads a document from a file of YAML 1.2 or JSON, which YAML includes.
 *
 * @throws DocumentError when the text is not YAML or not an object
 * @throws Error of the file system when the file cannot be read
 */
export function readDocument(file: string, name = file): SourceDocument {
  return parseSource(readFileSync(file, 'utf8'), name);
}

/** Parses a document's text. @throws DocumentError as readDocument does */
export function parseSource(text: string, name: string): SourceDocument {
  const lineCounter = new LineCounter();
  const parsed = parseDocument(text, {
    intAsBigInt: true,
    lineCounter,
    merge: true,
    prettyErrors: false,
  });
  const [error] = parsed.errors;
  if (error !== undefined) {
    const { line, col } = lineCounter.linePos(error.pos[0]);
    throw new DocumentError([
      { pointer: '', message: `line ${line}, column ${col}: ${error.message}` },
    ]);
  }
  const document = withNumbers(toValue(parsed), []);
  if (!isJsonObject(document)) {
    throw new DocumentError([{ pointer: '', message: 'the document must be an object' }]);
  }
  return { name, document, lineOf: (pointer) => lineOf(parsed, lineCounter, pointer) };
}

/** @throws DocumentError for an alias without its anchor, or more aliases than a document has */
function toValue(parsed: Document.Parsed): unknown {
  try {
    return parsed.toJS({ maxAliasCount: 10_000 });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new DocumentError([{ pointer: '', message }]);
  }
}

/** Turns the bigints that doubles hold exactly into numbers. @param holders what holds the value */
function withNumbers(value: unknown, holders: readonly unknown[]): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (holders.includes(value)) {
    const message = 'an alias stands inside what its anchor names, which JSON cannot say';
    throw new DocumentError([{ pointer: '', message }]);
  }
  const inner = [...holders, value];
  if (Array.isArray(value)) return value.map((item) => withNumbers(item, inner));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withNumbers(item, inner)]),
  );
}

function lineOf(parsed: Document.Parsed, lineCounter: LineCounter, pointer: string): number {
  let node: unknown = parsed.contents;
  let offset = 0;
  for (const key of pointerKeys(pointer)) {
    const child = childOf(node, key);
    if (child === undefined) break;
    offset = child.offset ?? offset;
    node = child.value;
  }
  return lineCounter.linePos(offset).line;
}

/** A member's value and where its key, or an item's value, begins in the text. */
function childOf(node: unknown, key: string): { value: unknown; offset?: number } | undefined {
  if (isSeq(node)) return withOffset(node.items[Number(key)], node.items[Number(key)]);
  if (!isMap(node)) return undefined;
  const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === key);
  return pair && withOffset(pair.value, pair.key);
}

function withOffset(value: unknown, at: unknown): { value: unknown; offset?: number } | undefined {
  const offset = isNode(at) ? at.range?.[0] : undefined;
  return offset === undefined ? { value } : { value, offset };
}
