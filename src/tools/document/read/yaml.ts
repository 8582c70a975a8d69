import {
  boolCoreTag,
  CORE_SCHEMA,
  type Event,
  EVENT_ID,
  floatCoreTag,
  intCoreTag,
  mapTag,
  mergeTag,
  NOT_RESOLVED,
  parseEvents,
  YAMLException,
} from 'js-yaml';

/** YAML text as events with offsets into it. */
export interface ParsedEvents {
  /** The text as written, except for added indentation; line numbers do not change. */
  readonly text: string;
  readonly events: Event[];
  /** Lines, from 1, of quoted text or lists that lack indentation. */
  readonly unindented: readonly number[];
}

/** Characters parsed again to find under-indented lines one by one. */
const MAX_PARSED_ANEW = 20_000_000;

/**
 * Parses YAML. Like most parsers, it also accepts two forms that YAML wants indented: the closing bracket of a list or
 * an object at the indent of its key, and lines of quoted text.
 *
 * @param maxDepth levels of nested lists and objects
 * @throws YAMLException for invalid YAML
 * @see https://yaml.org/spec/1.2.2/#74-flow-collection-styles
 */
export function parseYaml(written: string, maxDepth: number): ParsedEvents {
  try {
    return { text: written, events: parseEvents(written, { maxDepth }), unindented: [] };
  } catch (error) {
    const at = deficientAt(error);
    if (at === undefined) throw error;
    const indented = isBracket(written, at) ? parseIndented(written, maxDepth) : undefined;
    return indented ?? parseOneByOne(written, maxDepth);
  }
}

/** A line that begins with a closing bracket. */
const CLOSING = /^ *[\]}]/gm;
const MAX_INDENTED = 100_000;

/** Indents all lines that begin with a closing bracket, except in scalars; undefined where the result is not YAML. */
function parseIndented(written: string, maxDepth: number): ParsedEvents | undefined {
  let lines = [...written.matchAll(CLOSING)].map(({ index }) => index);
  if (lines.length > MAX_INDENTED) return undefined;
  const indentation = ' '.repeat(maxDepth);
  // The first parse finds which of them are in scalars.
  for (let parses = 0; parses < 2; parses++) {
    const starts = [0, ...lines];
    const text = starts
      .map((start, index) => written.slice(start, starts[index + 1]))
      .join(indentation);
    try {
      const events = parseEvents(text, { maxDepth });
      const within = inScalars(events);
      const outside = lines.filter((line, index) => !within(line + (index + 1) * maxDepth));
      if (outside.length === lines.length) return { text, events, unindented: [] };
      lines = outside;
    } catch (error) {
      if (error instanceof YAMLException) return undefined;
      throw error;
    }
  }
  return undefined;
}

/** Tells whether offsets, in ascending order, are in scalars. */
function inScalars(events: readonly Event[]): (offset: number) => boolean {
  const scalars = events.filter((event) => event.type === EVENT_ID.SCALAR);
  let next = 0;
  return (offset) => {
    while ((scalars[next]?.valueEnd ?? Infinity) <= offset) next++;
    return (scalars[next]?.valueStart ?? Infinity) <= offset;
  };
}

function parseOneByOne(written: string, maxDepth: number): ParsedEvents {
  let text = written;
  const unindented: number[] = [];
  let first: unknown;
  for (let parsed = 0; ; parsed += text.length) {
    try {
      return { text, events: parseEvents(text, { maxDepth }), unindented };
    } catch (error) {
      const at = deficientAt(error);
      if (at === undefined || parsed > MAX_PARSED_ANEW) throw first ?? error;
      if (!isBracket(text, at)) {
        first ??= error;
        unindented.push(text.slice(0, at).split('\n').length);
      }
      text = text.slice(0, at) + ' '.repeat(maxDepth) + text.slice(at);
    }
  }
}

/** The offset of the text that is not indented enough, if that is the fault. */
function deficientAt(error: unknown): number | undefined {
  const isDeficient = error instanceof YAMLException && error.reason === 'deficient indentation';
  return isDeficient ? (error.mark?.position ?? 0) : undefined;
}

function isBracket(text: string, at: number): boolean {
  return /[\]}]/.test(text.charAt(at));
}

/** @see https://yaml.org/spec/1.2.2/#103-core-schema */

/** Integers of any size; bigints beyond the safe range. */
const integerTag = {
  ...intCoreTag,
  resolve: (source: string, isExplicit: boolean, tagName: string): unknown => {
    const value = intCoreTag.resolve(source, isExplicit, tagName);
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    return BigInt(source.replace(/^\+/, ''));
  },
};

/** The core schema with exact integers, merge keys, and only string keys. */
export const SCHEMA = CORE_SCHEMA.withTags(mergeTag, integerTag, {
  ...mapTag,
  addPair: (object: Record<string, unknown>, key: unknown, value: unknown): string =>
    key === null || typeof key === 'object'
      ? 'a key must be text; put it in quotes'
      : mapTag.addPair(object, key, value),
});

/** Matches keys that may not be text. */
const OTHER_KEY = /^(?:[-+.\d]|true$|false$)/i;

/** The property name of an unquoted key; a number becomes its JSON form. */
export function keyName(text: string): string {
  if (!OTHER_KEY.test(text)) return text;
  for (const tag of [integerTag, floatCoreTag, boolCoreTag]) {
    const value: unknown = tag.resolve(text, false, tag.tagName);
    if (value !== NOT_RESOLVED) return String(value);
  }
  return text;
}
