import type { Choices } from './choices';

/** Texts that are easily taken for something else. */
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

/** Characters, the simplest first: of words, then those with a meaning somewhere, then unusual ones. */
const CHARACTERS = [
  'abcxyzABCXYZ0123456789',
  ' -_.,:;/\\|"\'`%&=+?#@!$*~^(){}[]<>',
  '\u0000\u0001\t\n\r\u001b\u007f\u0085\u00a0',
  // Letters beyond ASCII, some of which change their length with their case or by normalization.
  '\u00e9\u00df\u0130\u0131\u01c6\ufb01\u03a3\u0416\u05d0\u0623\u0e01\u4e2d\uac00',
  // Combining marks, joiners, directions, separators, marks of byte order and of no character.
  '\u0301\u0338\u200b\u200d\u202e\u2028\u2029\ufe0f\ufeff\ufffd\ufffe\uffff',
  // Beyond 16 bits, and halves of such, none before one that it makes a whole with.
  '\u{1f600}\u{1f468}\u{20000}\u{1d11e}\u{e0001}\u{10ffff}\udc00\udfff\ud800\udbff',
].flatMap((characters) => Array.from(characters));
const LETTERS = CHARACTERS.slice(0, 22);

/** Characters that are chosen one by one; others of a longer string are all the same. */
const MAX_CHOSEN = 12;

/** Characters of a string whose length nothing bounds. */
const USUAL_LENGTH = 300;

/** Lengths that a string whose schema takes longer ones has now and then. */
const LENGTHS = [1, 2, 255, 256];

/** Longer strings are made only where they must be, since they take their time. */
const MAX_LENGTH = 5000;

/**
 * Any string of a length in code points.
 *
 * @param longest may be Infinity
 */
export function anyString(choices: Choices, shortest: number, longest: number): string {
  const fit = MISTAKABLE.filter((_, at) =>
    isWithin(MISTAKABLE_LENGTHS[at] ?? 0, shortest, longest),
  );
  if (fit.length > 0 && choices.chance(0.15)) return choices.pick(fit);
  const most = Math.max(shortest, Math.min(longest, longest > MAX_LENGTH ? USUAL_LENGTH : longest));
  const bounds = [shortest, shortest + 1, most - 1, most, ...LENGTHS];
  const likely = bounds.filter((length) => isWithin(length, shortest, most));
  const length = choices.integer(shortest, most, likely);
  const chosen: string[] = [];
  choices.repeat(0, Math.min(length, MAX_CHOSEN), () => {
    chosen.push(choices.pick(choices.chance(0.4) ? CHARACTERS : LETTERS));
    return true;
  });
  const text = chosen.join('');
  // Two halves of a character that come together are one.
  return text + 'a'.repeat(Math.max(0, length - lengthOf(text)));
}

function isWithin(length: number, shortest: number, longest: number): boolean {
  return length >= shortest && length <= longest;
}

/** In code points, as JSON Schema counts. */
export function lengthOf(text: string): number {
  // Each whole pair is one character of two code units.
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}
