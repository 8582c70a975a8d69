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
  SCALAR_STYLE,
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
    if (deficientAt(error) === undefined) throw error;
    return parseIndented(written, maxDepth) ?? parseOneByOne(written, maxDepth);
  }
}

/** A line that may lack indentation: within a text in quotes, or with a closing bracket as its first character. */
interface Suspect {
  readonly start: number;
  readonly line: number;
  readonly isQuoted: boolean;
}

const MAX_INDENTED = 100_000;

/** Indents all suspected lines, except in scalars of other kinds; undefined where the result is not YAML. */
function parseIndented(written: string, maxDepth: number): ParsedEvents | undefined {
  let suspects = suspectLines(written);
  if (suspects.length > MAX_INDENTED) return undefined;
  const indentation = ' '.repeat(maxDepth);
  // The first parse finds which of them are what they look like.
  for (let parses = 0; parses < 2; parses++) {
    const starts = [0, ...suspects.map(({ start }) => start)];
    const text = starts
      .map((start, index) => written.slice(start, starts[index + 1]))
      .join(indentation);
    try {
      const events = parseEvents(text, { maxDepth });
      const isQuotedAt = quotesIn(events);
      const right = suspects.filter(
        ({ start, isQuoted }, index) => isQuotedAt(start + (index + 1) * maxDepth) === isQuoted,
      );
      if (right.length === suspects.length) {
        const quoted = suspects.filter(({ isQuoted }) => isQuoted);
        return { text, events, unindented: quoted.map(({ line }) => line) };
      }
      suspects = right;
    } catch (error) {
      if (error instanceof YAMLException) return undefined;
      throw error;
    }
  }
  return undefined;
}

const KEY = /(?:[^\s"'#[\]{}-][^\n"'#]*?|"[^"\n]*"|'[^'\n]*') *: +/.source;
const QUOTED = /"[^"\\]*(?:\\.[^"\\]*)*"|'[^']*(?:''[^']*)*'/.source;
/** A text in quotes as a value or an item, or a line that begins with a closing bracket. */
const SUSPICIOUS = new RegExp(`^( *(?:- +)*)(${KEY})?(?:${QUOTED})|^ *[\\]}]`, 'gms');
const NEXT_LINE = /\n( *)(?=\S)/g;

/** In ascending order. */
function suspectLines(written: string): Suspect[] {
  const found: Suspect[] = [];
  let [line, counted] = [1, 0];
  const add = (start: number, isQuoted: boolean): void => {
    line += written.slice(counted, start).split('\n').length - 1;
    counted = start;
    found.push({ start, line, isQuoted });
  };
  for (const { 0: text, 1: before, 2: key, index } of written.matchAll(SUSPICIOUS)) {
    if (before === undefined) {
      add(index, false);
      continue;
    }
    // The column of the key, or of the dash; lines of the text need more.
    const column = key === undefined ? before.trimEnd().length - 1 : before.length;
    for (const { 1: indent = '', index: at } of text.matchAll(NEXT_LINE)) {
      if (indent.length <= column) add(index + at + 1, true);
    }
  }
  return found;
}

/** Tells of offsets, in ascending order, whether they are in a scalar with quotes; undefined in other scalars. */
function quotesIn(events: readonly Event[]): (offset: number) => boolean | undefined {
  const scalars = events.filter((event) => event.type === EVENT_ID.SCALAR);
  const quoted: readonly number[] = [SCALAR_STYLE.SINGLE_QUOTED, SCALAR_STYLE.DOUBLE_QUOTED];
  let next = 0;
  return (offset) => {
    while ((scalars[next]?.valueEnd ?? Infinity) <= offset) next++;
    const scalar = scalars[next];
    if (scalar === undefined || scalar.valueStart > offset) return false;
    return quoted.includes(scalar.style) ? true : undefined;
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
