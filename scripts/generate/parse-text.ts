import {
  Composer,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  Parser,
  visit,
  type CST,
  type Document,
} from 'yaml';
import { DocumentError } from './document-error';
import { childPointer, pointerKeys } from './json-pointer';

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
  const lineCounter = new LineCounter();
  const failAt = (offset: number, pointer: string, message: string): never => {
    const { line } = lineCounter.linePos(offset);
    throw new DocumentError([{ pointer, message, place: { file, line, pointer } }]);
  };
  const parsed = parse(text, lineCounter, failAt);
  checkKeys(parsed, failAt);
  const lineOf = (pointer: string): number => lineCounter.linePos(offsetOf(parsed, pointer)).line;
  const fail = (pointer: string, message: string): never => {
    throw new DocumentError([
      { pointer, message, place: { file, line: lineOf(pointer), pointer } },
    ]);
  };
  return { value: jsonValue(toValue(parsed, fail), fail), lineOf };
}

type FailAt = (offset: number, pointer: string, message: string) => never;
type Fail = (pointer: string, message: string) => never;

const TOO_DEEP = `values stand in each other more than ${MAX_DEPTH} levels deep; name some of them and refer to them`;

function parse(text: string, lineCounter: LineCounter, failAt: FailAt): Document.Parsed {
  const tokens = [...new Parser(lineCounter.addNewLine).parse(text)];
  const deep = tooDeep(tokens);
  if (deep !== undefined) failAt(deep.offset, '', TOO_DEEP);
  const composer = new Composer({ intAsBigInt: true, lineCounter, merge: true });
  const [parsed, second] = composer.compose(tokens, true, text.length);
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

/** The first token that stands too deep. It goes by levels, as the steps after it descend by calls. */
function tooDeep(tokens: readonly CST.Token[]): CST.Token | undefined {
  let level: readonly CST.Token[] = tokens;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return level[0];
    level = level.flatMap(innerTokens);
  }
  return undefined;
}

function innerTokens(token: CST.Token): CST.Token[] {
  if (token.type === 'document') return token.value === undefined ? [] : [token.value];
  if (!('items' in token)) return [];
  return token.items.flatMap(({ key, value }) =>
    [key, value].filter((each) => each !== undefined && each !== null),
  );
}

const MENDS: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'the key stands twice in its object; keep one',
  TAB_AS_INDENT: 'a tab indents the line; YAML takes spaces only',
};

/** @see https://spec.openapis.org/oas/v3.1.1#format "Keys used in YAML maps MUST be limited to a scalar string" */
function checkKeys(parsed: Document.Parsed, failAt: FailAt): void {
  visit(parsed, {
    Pair(_, { key }) {
      if (isScalar(key) && key.value !== null) return;
      const offset = isNode(key) ? key.range?.[0] : undefined;
      failAt(offset ?? 0, '', 'a key must be text; put it in quotes');
    },
  });
}

function toValue(parsed: Document.Parsed, fail: Fail): unknown {
  try {
    return parsed.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (error) {
    return fail('', error instanceof Error ? error.message : String(error));
  }
}

/** Turns the bigints that doubles hold exactly into numbers, and refuses values that JSON has not. */
function jsonValue(root: unknown, fail: Fail): unknown {
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
    if (typeof value !== 'object' || value === null) return value;
    if (holders.has(value)) {
      return failHere('an alias stands inside what its anchor names, which JSON cannot say');
    }
    if (holders.size > MAX_DEPTH) return failHere(TOO_DEEP);
    holders.add(value);
    const converted = Array.isArray(value)
      ? value.map((item, index) => convertMember(index, item))
      : Object.fromEntries(
          Object.entries(value).map(([key, item]) => [key, convertMember(key, item)]),
        );
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

function offsetOf(parsed: Document.Parsed, pointer: string): number {
  let node: unknown = parsed.contents;
  let offset = 0;
  for (const key of pointerKeys(pointer)) {
    const child = childOf(isAlias(node) ? node.resolve(parsed) : node, key);
    if (child === undefined) break;
    offset = child.offset ?? offset;
    node = child.value;
  }
  return offset;
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
