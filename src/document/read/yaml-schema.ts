import {
  boolCoreTag,
  CORE_SCHEMA,
  floatCoreTag,
  intCoreTag,
  mapTag,
  mergeTag,
  NOT_RESOLVED,
} from 'js-yaml';

/** @see https://yaml.org/spec/1.2.2/#103-core-schema */

/** Integers of any size: bigints where doubles do not hold them. */
const integerTag = {
  ...intCoreTag,
  resolve: (source: string, isExplicit: boolean, tagName: string): unknown => {
    const value = intCoreTag.resolve(source, isExplicit, tagName);
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    return BigInt(source.replace(/^\+/, ''));
  },
};

/** The core schema with exact integers, merges, and keys as JSON has them. */
export const SCHEMA = CORE_SCHEMA.withTags(mergeTag, integerTag, {
  ...mapTag,
  addPair: (object: Record<string, unknown>, key: unknown, value: unknown): string =>
    key === null || typeof key === 'object'
      ? 'a key must be text; put it in quotes'
      : mapTag.addPair(object, key, value),
});

/** Few keys are anything but text. */
const OTHER_KEY = /^(?:[-+.\d]|true$|false$)/i;

/** The name of a member whose key stands in a text without quotes: that of a number is what it reads as. */
export function keyName(text: string): string {
  if (!OTHER_KEY.test(text)) return text;
  for (const tag of [integerTag, floatCoreTag, boolCoreTag]) {
    const value: unknown = tag.resolve(text, false, tag.tagName);
    if (value !== NOT_RESOLVED) return String(value);
  }
  return text;
}
