import { regularExpression } from 'openapi-trellis/tools';
import { greatestOf, leastOf, strings, type ObjectSchemaAt } from '../../document';
import { lengthOf } from '../../schema';
import { stringFormats, word, words, UNUSUAL_FORMS } from './formats';
import { limits } from './schemas';
import { matchPattern } from './match-pattern';
import type { Choices } from './choices';

/** The longest string to make, in characters; a schema that requires more gets none. */
const MAX_LENGTH = 1_000_000;

/** Strings of a format tried to get the required length and pattern. */
const TRIES = 10;

/**
 * A string with the length, format and patterns of all schemas; undefined when none is found.
 *
 * @param readable true for words; else any characters, and unusual forms of formats
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3
 */
export function makeString(
  choices: Choices,
  places: readonly ObjectSchemaAt[],
  readable: boolean,
): string | undefined {
  const shortest = greatestOf(limits(places, 'minLength'), 0);
  const longest = leastOf(limits(places, 'maxLength'), MAX_LENGTH);
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

function formatsOf(places: readonly ObjectSchemaAt[], known: object): string[] {
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
  // HTTP trims a space at the end of a header.
  return text.slice(0, longest).replace(/ $/, 's');
}

/** Texts that are easily confused with something else. */
const MISTAKABLE = [
  ...['', ' ', '0', '1', '-1', '1.0', '1e3', '0x10', 'NaN', 'true', 'false', 'null', 'undefined'],
  ...['[]', '{}', '"', "'", '\\', '\\u0000', '%00', '%', '+', '&', '=', ',', ';', '/', '..', '../'],
  ...[
    '__proto__',
    'constructor',
    'a b',
    ' a',
    'a ',
    'a,b',
    'a&b=c',
    '<b>',
    '${a}',
    '{{a}}',
    "' --",
  ],
  ...['\u0000', '\ud800', '\udc00', '\ufeff', '\ufffe', '\u2028', '\u{1f600}', 'e\u0301', '\u00e9'],
];

const MISTAKABLE_LENGTHS = MISTAKABLE.map(lengthOf);

/** Characters, the simplest first: of words, then special ones, then unusual ones. */
const CHARACTERS = [
  'abcxyzABCXYZ0123456789',
  ' -_.,:;/\\|"\'`%&=+?#@!$*~^(){}[]<>',
  '\u0000\u0001\t\n\r\u001b\u007f\u0085\u00a0',
  // Letters beyond ASCII; changing case or normalizing changes the length of some.
  '\u00e9\u00df\u0130\u0131\u01c6\ufb01\u03a3\u0416\u05d0\u0623\u0e01\u4e2d\uac00',
  // Combining marks, joiners, direction marks, separators, byte order marks and noncharacters.
  '\u0301\u0338\u200b\u200d\u202e\u2028\u2029\ufe0f\ufeff\ufffd\ufffe\uffff',
  // Beyond 16 bits, and lone surrogates, in an order that pairs none.
  '\u{1f600}\u{1f468}\u{20000}\u{1d11e}\u{e0001}\u{10ffff}\udc00\udfff\ud800\udbff',
].flatMap((characters) => Array.from(characters));
const LETTERS = CHARACTERS.slice(0, 22);

/** Characters chosen one by one; the rest of a longer string is uniform. */
const MAX_CHOSEN = 12;

/** The longest string without a bound. */
const DEFAULT_LENGTH = 300;

/** Lengths that longer strings occasionally have. */
const LENGTHS = [1, 2, 255, 256];

/** Longer strings are slow, and are made only when required. */
const MAX_UNFORCED = 5000;

/**
 * A string whose length is in code points.
 *
 * @param longest may be Infinity
 */
function anyString(choices: Choices, shortest: number, longest: number): string {
  const fit = MISTAKABLE.filter((_, at) =>
    isWithin(MISTAKABLE_LENGTHS[at] ?? 0, shortest, longest),
  );
  if (fit.length > 0 && choices.chance(0.15)) return choices.pick(fit);
  const most = Math.max(
    shortest,
    Math.min(longest, longest > MAX_UNFORCED ? DEFAULT_LENGTH : longest),
  );
  const bounds = [shortest, shortest + 1, most - 1, most, ...LENGTHS];
  const likely = bounds.filter((length) => isWithin(length, shortest, most));
  const length = choices.integer(shortest, most, likely);
  const chosen: string[] = [];
  choices.repeat(0, Math.min(length, MAX_CHOSEN), () => {
    chosen.push(choices.pick(choices.chance(0.4) ? CHARACTERS : LETTERS));
    return true;
  });
  const text = chosen.join('');
  // Two adjacent surrogates may form one character.
  return text + 'a'.repeat(Math.max(0, length - lengthOf(text)));
}

function isWithin(length: number, shortest: number, longest: number): boolean {
  return length >= shortest && length <= longest;
}
