import { strings, INTEGER_FORMATS } from '../../../document';
import { lengthOf } from '../../../schema';
import { formatTexts, textOfLength } from './format-texts';
import type { Candidate, CandidateTable, Location } from './location';
import { exactNumber } from './number-candidates';

/** The largest text, list or object made for a bound. */
export const MAX_SIZE = 100_000;

/** One code point, two UTF-16 code units. */
const ASTRAL = '\u{1F33F}';

/** @see https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3 */
export const STRING_CANDIDATES: CandidateTable = {
  minLength: {
    *valid(location) {
      const length = Number(location.bound);
      yield* sized(location, length, `exactly minLength (${length}) characters`);
      yield* sized(location, length + 1, `one character more than minLength (${length})`);
      if (length > 0 && length <= MAX_SIZE) {
        yield { value: ' '.repeat(length), description: `minLength (${length}) spaces` };
      }
    },
    *broken(location) {
      const length = Number(location.bound);
      yield* broken(location, length - 1, `one character fewer than minLength (${length})`);
      if (length > 1) {
        const value = ASTRAL.repeat(length - 1);
        const description = `fewer characters than minLength (${length}), although more units of UTF-16`;
        yield { value, description };
        yield { value: '', description: `no character where minLength is ${length}` };
      }
    },
  },
  maxLength: {
    *valid(location) {
      const length = Number(location.bound);
      yield* sized(location, length, `exactly maxLength (${length}) characters`);
      if (length > 0 && length <= MAX_SIZE) {
        const description = `exactly maxLength (${length}) characters, of two units of UTF-16 each`;
        yield { value: ASTRAL.repeat(length), description };
      }
    },
    *broken(location) {
      const length = Number(location.bound);
      yield* broken(location, length + 1, `one character more than maxLength (${length})`);
      if (length < MAX_SIZE / 2) {
        yield* broken(location, length * 2 + 10, `many characters more than maxLength (${length})`);
      }
    },
  },
  pattern: {
    *valid(location) {
      yield { value: location.value, description: 'a text that the pattern matches' };
      yield { value: location.meeting({}), description: 'another text that the pattern matches' };
    },
    *broken(location) {
      const { value } = location;
      if (typeof value !== 'string') return;
      const unlike = [
        [`${value}\n`, 'a text that matches the pattern but for a line feed at its end'],
        [` ${value}`, 'a text that matches the pattern but for a space before it'],
        [`${value}!`, 'a text that matches the pattern but for "!" at its end'],
        [value.slice(1), 'a text that matches the pattern but for its first character'],
        [
          `${value}${value.slice(-1)}`,
          'a text that matches the pattern but for one character more',
        ],
        [
          withDigitsOf(value, 0x0660),
          'a text that matches the pattern but for digits beyond ASCII',
        ],
        [
          value.replace(/[a-z](?=[^a-z]*$)/i, 'é'),
          'a text that matches the pattern but for a letter beyond ASCII',
        ],
        [swapCase(value), 'a text that would match the pattern in the other case'],
        ['!'.repeat(lengthOf(value)), 'a text that the pattern does not match'],
        ['x'.repeat(lengthOf(value)), 'a text that the pattern does not match'],
        ['0'.repeat(lengthOf(value)), 'a text that the pattern does not match'],
        ['', 'an empty text, which the pattern does not match'],
      ] as const;
      for (const [text, description] of unlike) yield { value: text, description };
      const other = location.breaking({ type: 'string', not: { pattern: location.bound } });
      yield { value: other, description: 'a text that the pattern does not match' };
    },
  },
  format: {
    *valid({ bound, value }) {
      yield* integers(bound, typeof value === 'string', 'valid');
      const format = String(bound);
      for (const text of formatTexts(format).valid) {
        yield { value: text, description: `${quoted(text)}, which is a valid ${format}` };
      }
    },
    *broken({ bound, value }) {
      yield* integers(bound, typeof value === 'string', 'broken');
      const format = String(bound);
      for (const text of formatTexts(format).broken) {
        yield { value: text, description: `${quoted(text)}, which is no valid ${format}` };
      }
    },
  },
};

function quoted(text: string): string {
  return JSON.stringify(text);
}

/** The text cut or extended, then generated ones. */
function* sized(location: Location, length: number, description: string): Iterable<Candidate> {
  if (length < 0 || length > MAX_SIZE) return;
  for (const value of ofLength(location, length)) yield { value, description };
  yield {
    value: location.meeting({ type: 'string', minLength: length, maxLength: length }),
    description,
  };
}

function* broken(location: Location, length: number, description: string): Iterable<Candidate> {
  if (length < 0 || length > MAX_SIZE) return;
  for (const value of ofLength(location, length)) yield { value, description };
  yield {
    value: location.breaking({ type: 'string', minLength: length, maxLength: length }),
    description,
  };
}

function* ofLength({ beside, value }: Location, length: number): Iterable<string> {
  for (const format of strings(beside.map(({ schema }) => schema.format))) {
    const text = textOfLength(format, length);
    if (text !== undefined) yield text;
  }
  yield* resized(value, length);
}

/** The text cut or extended in several ways, since a pattern may match only one. */
function* resized(value: unknown, length: number): Iterable<string> {
  if (typeof value !== 'string') return;
  const characters = Array.from(value);
  const lacking = length - characters.length;
  if (lacking <= 0) {
    yield characters.slice(0, length).join('');
    yield characters.slice(-lacking).join('');
    return;
  }
  const [first = 'x', last = 'x'] = [characters[0], characters.at(-1)];
  yield value + (/[\p{L}\p{N}]/u.test(last) ? last : 'x').repeat(lacking);
  yield first.repeat(lacking) + value;
}

/** Replaces digits by those of another script, which `\d` matches in some languages. @param zero its zero */
function withDigitsOf(text: string, zero: number): string {
  return text.replace(/[0-9]/g, (digit) => String.fromCodePoint(zero + Number(digit)));
}

function swapCase(text: string): string {
  return text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();
}

/** The limits of an integer format, or the values just beyond them. */
function* integers(
  format: unknown,
  isText: boolean,
  side: 'valid' | 'broken',
): Iterable<Candidate> {
  const range = INTEGER_FORMATS.get(format);
  if (range === undefined || isText) return;
  const [least, most] = range.map(BigInt) as [bigint, bigint];
  const name = String(format);
  if (side === 'valid') {
    yield { value: exactNumber(most), description: `the greatest ${name} (${most})` };
    yield { value: exactNumber(least), description: `the least ${name} (${least})` };
    return;
  }
  yield {
    value: exactNumber(most + 1n),
    description: `one more than the greatest ${name} (${most})`,
  };
  yield {
    value: exactNumber(least - 1n),
    description: `one less than the least ${name} (${least})`,
  };
  yield { value: 1.5, description: `a fraction where ${name} is asked for` };
}
