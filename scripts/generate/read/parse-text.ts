import { Composer, LineCounter, Parser, type CST, type Document } from 'yaml';
import { DocumentError } from '../document/document-error';
import { isJsonObject } from '../document/json-object';
import { childPointer } from '../document/json-pointer';
import { mapEntries, mapItems } from '../document/map-values';
import { readBlocks, type Blocks } from './read-blocks';
import { TextPlaces } from './text-places';

/**
 * From the text of one file to its values, and from a value back to its line.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#format
 */

/** What one file holds, and where. */
export interface ParsedText {
  /** JSON values; integers that a double cannot hold are bigints. */
  readonly value: unknown;
  /** The line of the value at a JSON Pointer, 1 or more; that of its nearest ancestor when it has none. */
  readonly lineOf: (pointer: string) => number;
}

/** More levels than any document has, and fewer than the steps of generation can descend. */
const MAX_DEPTH = 200;

/** As many aliases as a document of one file may hold, counted with those inside what they name. */
const MAX_ALIASES = 10_000;

/**
 * Parses YAML 1.2 or JSON, which YAML includes.
 *
 * @param file its name, for messages
 * @throws DocumentError with the line of what is not YAML, or not JSON once it is read
 */
export function parseText(text: string, file: string): ParsedText {
  const lineCounter = linesOf(text);
  const failAt = (offset: number, pointer: string, message: string): never => {
    const { line } = lineCounter.linePos(offset);
    throw new DocumentError([{ pointer, message, place: { file, line, pointer } }]);
  };
  const { value, places } =
    readBlocks(text, parseEntry) ?? readWhole(parse(text, lineCounter, failAt), failAt);
  const lineOf = (pointer: string): number => lineCounter.linePos(places.offsetOf(pointer)).line;
  const fail = (pointer: string, message: string): never => {
    throw new DocumentError([
      { pointer, message, place: { file, line: lineOf(pointer), pointer } },
    ]);
  };
  return { value: jsonValue(value, places.hasAliases, fail), lineOf };
}

function linesOf(text: string): LineCounter {
  const lineCounter = new LineCounter();
  lineCounter.addNewLine(0);
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) {
    lineCounter.addNewLine(end + 1);
  }
  return lineCounter;
}

type FailAt = (offset: number, pointer: string, message: string) => never;
type Fail = (pointer: string, message: string) => never;

const TOO_DEEP = `values stand in each other more than ${MAX_DEPTH} levels deep; name some of them and refer to them`;

const OPTIONS = { intAsBigInt: true, merge: true };

function parse(text: string, lineCounter: LineCounter, failAt: FailAt): Document.Parsed {
  const tokens = [...new Parser().parse(text)];
  const deep = tooDeep(tokens, MAX_DEPTH);
  if (deep !== undefined) failAt(deep.offset, '', TOO_DEEP);
  const [parsed, second] = new Composer(OPTIONS).compose(tokens, true, text.length);
  if (parsed === undefined) return failAt(0, '', 'the file holds nothing');
  if (second !== undefined) {
    failAt(second.range[0], '', 'the file holds several YAML documents; keep one');
  }
  // An unknown tag is only a warning of the parser; its value would be taken for text.
  const [fault] = [...parsed.errors, ...parsed.warnings];
  if (fault === undefined) return parsed;
  const { col } = lineCounter.linePos(fault.pos[0]);
  const mend = MENDS[fault.code] ?? fault.message;
  return failAt(fault.pos[0], '', `column ${col}: ${mend}`);
}

/** @returns undefined when there is anything wrong, or more levels than fit in a text that is read in parts */
function parseEntry(text: string): Document.Parsed | undefined {
  const tokens = [...new Parser().parse(text)];
  if (tooDeep(tokens, MAX_DEPTH / 2 - 1) !== undefined) return undefined;
  const [parsed, second] = new Composer(OPTIONS).compose(tokens, true, text.length);
  if (parsed === undefined || second !== undefined) return undefined;
  return parsed.errors.length + parsed.warnings.length > 0 ? undefined : parsed;
}

/** The first token that stands too deep. It goes by levels, as the steps after it descend by calls. */
function tooDeep(tokens: readonly CST.Token[], most: number): CST.Token | undefined {
  let level = tokens;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most) return level[0];
    const next: CST.Token[] = [];
    for (const token of level) addInnerTokens(token, next);
    level = next;
  }
  return undefined;
}

/** Adds those that may hold others. */
function addInnerTokens(token: CST.Token, inner: CST.Token[]): void {
  if (token.type === 'document' && token.value !== undefined) inner.push(token.value);
  if (!('items' in token)) return;
  for (const { key, value } of token.items) {
    if (key) inner.push(key);
    if (value) inner.push(value);
  }
}

const MENDS: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'the key stands twice in its object; keep one',
  TAB_AS_INDENT: 'a tab indents the line; YAML takes spaces only',
};

function readWhole(parsed: Document.Parsed, failAt: FailAt): Blocks {
  const places = new TextPlaces((offset) =>
    failAt(offset, '', 'a key must be text; put it in quotes'),
  );
  places.add('', 0, parsed.contents);
  try {
    return { value: parsed.toJS({ maxAliasCount: MAX_ALIASES }), places };
  } catch (error) {
    return failAt(0, '', error instanceof Error ? error.message : String(error));
  }
}

/**
 * Turns the bigints that doubles hold exactly into numbers, and refuses values that JSON has not.
 *
 * @param shared an object may stand in several places; each then gets its own
 */
function jsonValue(root: unknown, shared: boolean, fail: Fail): unknown {
  const holders = new Set<unknown>();
  const keys: (string | number)[] = [];
  const failHere = (message: string): never => fail(childPointer('', ...keys), message);
  const convert = (value: unknown): unknown => {
    if (typeof value === 'bigint') {
      const number = Number(value);
      return Number.isSafeInteger(number) ? number : value;
    }
    if (typeof value === 'number' && !Number.isFinite(value)) {
      return failHere(`${value} is not a number of JSON; leave it out or put it in quotes`);
    }
    const isList = Array.isArray(value);
    if (!isList && !isJsonObject(value)) return value;
    if (holders.has(value)) {
      return failHere('an alias stands inside what its anchor names, which JSON cannot say');
    }
    if (holders.size > MAX_DEPTH) return failHere(TOO_DEEP);
    holders.add(value);
    const converted = isList
      ? mapItems(value, (item, index) => convertMember(index, item), shared)
      : mapEntries(value, convertMember, shared);
    holders.delete(value);
    return converted;
  };
  const convertMember = (key: string | number, member: unknown): unknown => {
    keys.push(key);
    const converted = convert(member);
    keys.pop();
    return converted;
  };
  return convert(root);
}
