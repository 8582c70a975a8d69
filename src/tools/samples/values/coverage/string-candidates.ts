import { strings, INTEGER_FORMATS } from '../../../document';
import { lengthOf } from '../../../schema';
import { formatTexts, textOfLength } from './format-texts';
import {
  counted,
  MAX_SIZE,
  quoted,
  type Candidate,
  type CandidateTable,
  type Location,
  type Sized,
} from './location';
import { exactNumber } from './number-candidates';

/** One code point, two UTF-16 code units. */
const ASTRAL = '\u{1F33F}';

const SHORTEST = counted(-1, 'characters', (bound) => `one character fewer than ${bound}`, sized);
const LONGEST = counted(1, 'characters', (bound) => `one character more than ${bound}`, sized);

/** @see https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3 */
export const STRING_CANDIDATES: CandidateTable = {
  minLength: {
    *valid(location) {
      const length = Number(location.bound);
      yield* SHORTEST.valid(location);
      const description = `one character more than minLength (${length})`;
      yield* sized(location, length + 1, location.meeting, description);
      if (length > 0 && length <= MAX_SIZE) {
        yield { value: ' '.repeat(length), description: `minLength (${length}) spaces` };
      }
    },
    *broken(location) {
      const length = Number(location.bound);
      yield* SHORTEST.broken(location);
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
      yield* LONGEST.valid(location);
      if (length > 0 && length <= MAX_SIZE) {
        const description = `exactly maxLength (${length}) characters, of two units of UTF-16 each`;
        yield { value: ASTRAL.repeat(length), description };
      }
    },
    *broken(location) {
      const length = Number(location.bound);
      yield* LONGEST.broken(location);
      if (length >= MAX_SIZE / 2) return;
      const description = `many characters more than maxLength (${length})`;
      yield* sized(location, length * 2 + 10, location.breaking, description);
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
      const butFor = [
        [`${value}\n`, 'a line feed at its end'],
        [` ${value}`, 'a space before it'],
        [`${value}!`, '"!" at its end'],
        [value.slice(1), 'its first character'],
        [`${value}${value.slice(-1)}`, 'one character more'],
        [withDigitsOf(value, 0x0660), 'digits beyond ASCII'],
        [value.replace(/[a-z](?=[^a-z]*$)/i, 'é'), 'a letter beyond ASCII'],
      ] as const;
      for (const [text, what] of butFor) {
        yield { value: text, description: `a text that matches the pattern but for ${what}` };
      }
      const inOtherCase = 'a text that would match the pattern in the other case';
      yield { value: swapCase(value), description: inOtherCase };
      for (const character of ['!', 'x', '0']) {
        yield { value: character.repeat(lengthOf(value)), description: UNMATCHED };
      }
      yield { value: '', description: 'an empty text, which the pattern does not match' };
      const other = location.breaking({ type: 'string', not: { pattern: location.bound } });
      yield { value: other, description: UNMATCHED };
    },
  },
  format: {
    *valid(location) {
      yield* integers(location);
      const format = String(location.bound);
      for (const text of formatTexts(format).valid) {
        yield { value: text, description: `${quoted(text)}, which is a valid ${format}` };
      }
    },
    *broken(location) {
      yield* integers(location, 1n);
      const format = String(location.bound);
      for (const text of formatTexts(format).broken) {
        yield { value: text, description: `${quoted(text)}, which is no valid ${format}` };
      }
    },
  },
};

const UNMATCHED = 'a text that the pattern does not match';

/** The text cut or extended, then generated ones. */
function* sized(...[location, length, make, description]: Parameters<Sized>): Iterable<Candidate> {
  if (length < 0 || length > MAX_SIZE) return;
  for (const value of ofLength(location, length)) yield { value, description };
  yield { value: make({ type: 'string', minLength: length, maxLength: length }), description };
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

/** The limits of an integer format, or with `by`, values just beyond them. */
function* integers({ bound, value }: Location, by = 0n): Iterable<Candidate> {
  const range = INTEGER_FORMATS.get(bound);
  if (range === undefined || typeof value === 'string') return;
  const [least, most] = range.map(BigInt) as [bigint, bigint];
  const name = String(bound);
  const [more, less] = by === 0n ? ['', ''] : ['one more than ', 'one less than '];
  yield { value: exactNumber(most + by), description: `${more}the greatest ${name} (${most})` };
  yield { value: exactNumber(least - by), description: `${less}the least ${name} (${least})` };
  if (by > 0n) yield { value: 1.5, description: `a fraction where ${name} is asked for` };
}
