import { regularExpression } from '../../contract';
import { strings } from '../../document/model/json-object';
import type { Place } from '../../document/model/schema-at';
import { anyString, lengthOf } from './any-string';
import { stringFormats, word, words } from './formats';
import { limits } from './limits';
import { UNUSUAL_FORMS } from './unusual-forms';
import { matchPattern } from './match-pattern';
import type { Choices } from './choices';

/** The longest string that is made, in characters; a schema that wants more gets none. */
const MAX_LENGTH = 1_000_000;

/** Strings of a format that are tried until one has the length and pattern wanted. */
const TRIES = 10;

/**
 * A string of the length, format and patterns of all schemas; undefined when none is found.
 *
 * @param readable takes words; else any characters, and unusual forms of formats
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3
 */
export function makeString(
  choices: Choices,
  places: readonly Place[],
  readable: boolean,
): string | undefined {
  const shortest = Math.max(0, ...limits(places, 'minLength'));
  const longest = Math.min(MAX_LENGTH, ...limits(places, 'maxLength'));
  if (shortest > longest) return undefined;
  const patterns = strings(places.map(({ schema }) => schema.pattern));
  const expressions = patterns.map((pattern) => regularExpression(pattern));
  const isRight = (text: string): boolean => {
    const length = lengthOf(text);
    return (
      length >= shortest &&
      length <= longest &&
      expressions.every((expression) => expression.test(text))
    );
  };
  for (const format of formatsOf(places, readable ? stringFormats : UNUSUAL_FORMS)) {
    const forms = readable ? [] : (UNUSUAL_FORMS[format] ?? []).filter(isRight);
    if (forms.length > 0 && choices.chance(0.5)) return choices.pick(forms);
    for (let tries = 0; tries < TRIES; tries++) {
      const text = stringFormats[format]?.(choices);
      if (text !== undefined && isRight(text)) return text;
    }
    if (forms.length > 0) return choices.pick(forms);
  }
  const plain = readable
    ? sized(choices, shortest, longest)
    : choices.part(() => anyString(choices, shortest, longest), isRight);
  if (isRight(plain)) return plain;
  for (const pattern of patterns) {
    const text = matchPattern(choices, pattern, isRight);
    if (text !== undefined) return text;
  }
  return undefined;
}

function formatsOf(places: readonly Place[], known: object): string[] {
  const names = places.flatMap(({ schema: { format, contentEncoding } }) => [
    format,
    contentEncoding === 'base64' ? 'byte' : contentEncoding,
  ]);
  return strings(names).filter((name) => Object.hasOwn(known, name));
}

function sized(choices: Choices, shortest: number, longest: number): string {
  let text = words(choices);
  while (text.length < shortest) text += ` ${word(choices)}`;
  if (text.length <= longest) return text;
  // No space at the end, which headers would lose.
  return text.slice(0, longest).replace(/ $/, 's');
}
