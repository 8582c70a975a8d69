import {
  boolCoreTag,
  CORE_SCHEMA,
  type Event,
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
  /** As written, except for added indentation; lines stay the same. */
  readonly text: string;
  readonly events: Event[];
}

/** Each fix restarts the parser. */
const MAX_INDENTS = 1_000;

/**
 * Parses YAML, and takes the bracket that closes a list or an object at the indent of its key, as people
 * write it and most parsers do, though YAML wants more.
 *
 * @param maxDepth levels of lists and objects in each other
 * @throws YAMLException for what is not YAML
 * @see https://yaml.org/spec/1.2.2/#74-flow-collection-styles
 */
export function parseYaml(written: string, maxDepth: number): ParsedEvents {
  let text = written;
  for (let indents = 0; ; indents++) {
    try {
      return { text, events: parseEvents(text, { maxDepth }) };
    } catch (error) {
      const at = closingBracket(error, text);
      if (at === undefined || indents === MAX_INDENTS) throw error;
      text = text.slice(0, at) + ' '.repeat(maxDepth) + text.slice(at);
    }
  }
}

/** The offset of the under-indented bracket, if that is the fault. */
function closingBracket(error: unknown, text: string): number | undefined {
  if (!(error instanceof YAMLException) || error.reason !== 'deficient indentation')
    return undefined;
  const at = error.mark?.position ?? 0;
  return /[\]}]/.test(text.charAt(at)) ? at : undefined;
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

/** Most keys are plain text. */
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
