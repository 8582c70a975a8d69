import { regularExpression } from '../../../src/contract';
import { strings } from '../document/json-object';
import type { Place } from '../document/schema-at';
import { stringFormats, word, words } from './formats';
import { limits } from './making';
import { matchPattern } from './match-pattern';
import type { Random } from '../../random';

/** The longest string that is made, in characters; a schema that wants more gets none. */
const MAX_LENGTH = 1_000_000;

/** Strings of a format that are tried until one has the length and pattern wanted. */
const TRIES = 10;

/**
 * A string of the length, format and patterns of all schemas; undefined when none is found.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3
 */
export function makeString(random: Random, places: readonly Place[]): string | undefined {
  const shortest = Math.max(0, ...limits(places, 'minLength'));
  const longest = Math.min(MAX_LENGTH, ...limits(places, 'maxLength'));
  if (shortest > longest) return undefined;
  const patterns = strings(places.map(({ schema }) => schema.pattern));
  const expressions = patterns.map((pattern) => regularExpression(pattern));
  const isRight = (text: string): boolean => {
    const length = Array.from(text).length;
    return (
      length >= shortest &&
      length <= longest &&
      expressions.every((expression) => expression.test(text))
    );
  };
  for (const format of formatsOf(places)) {
    for (let tries = 0; tries < TRIES; tries++) {
      const text = format(random);
      if (isRight(text)) return text;
    }
  }
  const plain = sized(random, shortest, longest);
  if (isRight(plain)) return plain;
  for (const pattern of patterns) {
    const text = matchPattern(random, pattern, isRight);
    if (text !== undefined) return text;
  }
  return undefined;
}

function formatsOf(places: readonly Place[]): ((random: Random) => string)[] {
  const names = places.flatMap(({ schema: { format, contentEncoding } }) => [
    format,
    contentEncoding === 'base64' ? 'byte' : contentEncoding,
  ]);
  return strings(names).flatMap((name) =>
    Object.hasOwn(stringFormats, name) ? (stringFormats[name] ?? []) : [],
  );
}

function sized(random: Random, shortest: number, longest: number): string {
  let text = words(random);
  while (text.length < shortest) text += ` ${word(random)}`;
  if (text.length <= longest) return text;
  // No space at the end, which headers would lose.
  return text.slice(0, longest).replace(/ $/, 's');
}
