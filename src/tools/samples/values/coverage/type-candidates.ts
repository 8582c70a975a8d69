import { canonicalText } from 'openapi-trellis/tools';
import { isJsonObject, strings } from '../../../document';
import { type Candidate, type CandidateTable, type Location, MAX_TRIED } from './location';

/** Values of each type that programs often handle wrongly. */
const ODD: Readonly<Record<string, readonly (readonly [value: unknown, description: string])[]>> = {
  string: [
    ['', 'an empty text'],
    ['\u{1F33F} \u{20BB7}', 'a text with characters beyond the Basic Multilingual Plane'],
    ['nul \u0000', 'a text with the character NUL'],
    ['"quotes" \\ \'and\' backslash', 'a text with quotes and a backslash'],
    ['e\u0301 \u00e9', 'a text with a combining character'],
    ['\u0001\t\r\n\u007f\u0085', 'a text with control characters'],
    ['\ufeffbom', 'a text that begins with a byte order mark'],
    ['lone \ud800 surrogate', 'a text with a lone surrogate'],
    [' ', 'a text that is a space'],
  ],
  integer: [
    [0, 'the integer 0'],
    [-1, 'the integer -1'],
    [2147483647, 'the greatest integer of 32 bits'],
    [2147483648, 'an integer beyond 32 bits'],
    [-2147483649, 'a negative integer beyond 32 bits'],
    [9007199254740991, 'the greatest integer that every JSON parser reads exactly'],
    [9007199254740992n, 'the integer 2^53'],
    [9007199254740993n, 'the integer 2^53 + 1, which a double does not hold'],
    [9223372036854775807n, 'the greatest integer of 64 bits'],
    [-9223372036854775808n, 'the least integer of 64 bits'],
  ],
  number: [
    [1.5, 'a fraction'],
    [0, 'the number 0'],
    [-1, 'the number -1'],
    [0.1, 'a fraction that a double does not hold exactly'],
    [1e308, 'a number near the greatest double'],
    [5e-324, 'the least double above 0'],
    [9007199254740993n, 'the number 2^53 + 1, which a double does not hold'],
  ],
  boolean: [
    [true, 'true'],
    [false, 'false'],
  ],
  null: [[null, 'null']],
  array: [[[], 'an empty array']],
  object: [[{}, 'an empty object']],
};

/** Values that are easily confused with others. */
const ALIKE: readonly unknown[] = [
  ...[null, '1', 1, 1.5, 'true', true, 0, '', 'text', [], {}, '1.5', 'null', '2020-01-01'],
];

/** @see https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1 */
export const TYPE_CANDIDATES: CandidateTable = {
  type: {
    *valid({ bound, value, meeting }) {
      const types = typesIn(bound);
      yield { value, description: `a value of type ${types.join(' or ')}` };
      if (types.length > 1) {
        for (const type of types) {
          yield { value: meeting({ type }), description: `a value of type ${type}` };
        }
      }
      for (const type of types) {
        for (const [odd, description] of ODD[type] ?? []) yield { value: odd, description };
      }
    },
    *broken({ bound, value, beside, takes }) {
      const types = typesIn(bound);
      const isTaken = (number: number): boolean => beside.every((at) => takes(at, number));
      const all = [...wrongTypes(value, types), ...coercible(types, isTaken), ...OF_ANY_TYPE];
      for (const [other, name] of all) {
        yield { value: other, description: `${name} where type is ${types.join(' or ')}` };
      }
    },
  },
  enum: {
    *valid({ bound }) {
      for (const value of listed(bound).slice(0, MAX_TRIED)) {
        yield { value, description: `${shown(value)}, which enum lists` };
      }
    },
    broken: ({ bound, breaking }) =>
      unlisted(listed(bound), 'enum does not list', () => breaking({ not: { enum: bound } })),
  },
  const: {
    *valid({ bound }) {
      yield { value: bound, description: `${shown(bound)}, which is const` };
    },
    broken: ({ bound, breaking }) =>
      unlisted([bound], 'const is not', () => breaking({ not: { const: bound } })),
  },
};

function typesIn(bound: unknown): string[] {
  return typeof bound === 'string' ? [bound] : strings(bound);
}

/** Values of other types, the easily confused ones first. */
function* wrongTypes(value: unknown, types: readonly string[]): Iterable<[unknown, string]> {
  const isNumber = types.includes('integer') || types.includes('number');
  if (isNumber) yield [String(value), `the string ${JSON.stringify(String(value))}`];
  if (types.includes('integer')) yield* fractionsBeside(value);
  if (types.includes('boolean')) {
    yield [String(value), `the string ${JSON.stringify(String(value))}`];
    yield [value === false ? 0 : 1, 'a number'];
  }
  if (types.includes('string')) yield [12, 'the number 12'];
  if (types.includes('array') && Array.isArray(value) && value.length > 0) {
    yield [value[0], 'the first item alone'];
  }
  if (types.includes('array')) yield [{}, 'an object'];
  yield [null, 'null'];
  yield [[value], 'an array of the value'];
  if (types.includes('object')) yield [JSON.stringify({}), 'a string with an object'];
}

/** Values of other types that a parser takes for one of the type, if it converts them. */
const COERCIBLE: Readonly<Record<string, readonly unknown[]>> = {
  integer: [''],
  number: [''],
  boolean: ['true', 'false', '1', '0', 1, 0],
  array: ['[]'],
  null: ['null'],
  string: [false],
};

const DIGITS = Array.from({ length: 99 }, (_, index) => index + 1);

/** @param isTaken true for a number within the bounds */
function* coercible(
  types: readonly string[],
  isTaken: (number: number) => boolean,
): Iterable<[unknown, string]> {
  const isNumber = types.includes('integer') || types.includes('number');
  const short = isNumber ? [DIGITS.find(isTaken), DIGITS.slice(9).find(isTaken)] : [];
  const texts = short.filter((number) => number !== undefined).map(String);
  for (const value of [...texts, ...types.flatMap((type) => COERCIBLE[type] ?? [])]) {
    yield [value, `the ${typeof value} ${JSON.stringify(value)}`];
  }
}

const OF_ANY_TYPE: readonly [value: unknown, name: string][] = [
  [true, 'true'],
  [1, 'a number'],
  ['text', 'a string'],
  [{}, 'an object'],
  [[], 'an empty array'],
  [1.5, 'the fraction 1.5'],
];

/** Fractions close to the value, and so probably within its bounds. */
function* fractionsBeside(value: unknown): Iterable<[unknown, string]> {
  const near = typeof value === 'number' ? [value + 0.5, value - 0.5] : [];
  for (const fraction of [...near, 1.5]) yield [fraction, `the fraction ${fraction}`];
}

function listed(bound: unknown): unknown[] {
  return Array.isArray(bound) ? bound : [];
}

function* unlisted(
  values: readonly unknown[],
  verdict: string,
  other: () => unknown,
): Iterable<Candidate> {
  const texts = new Set(values.map((value) => canonicalText(value)));
  const candidates = [...values.slice(0, 3).flatMap(nearMisses), ...ALIKE];
  for (const value of candidates) {
    if (texts.has(canonicalText(value))) continue;
    yield { value, description: `${shown(value)}, which ${verdict}` };
  }
  const value = other();
  yield { value, description: `another value, which ${verdict}` };
}

function nearMisses(value: unknown): unknown[] {
  if (typeof value === 'string') {
    return [`${value}-other`, value.toUpperCase(), value.toLowerCase(), `${value} `, ` ${value}`];
  }
  if (typeof value === 'number') return [value + 1, value - 1, value + 0.5, String(value)];
  if (typeof value === 'bigint') return [value + 1n, value - 1n];
  if (typeof value === 'boolean') return [!value, String(value)];
  if (Array.isArray(value)) return [[...(value as unknown[]), null], value.slice(1)];
  if (isJsonObject(value)) return [{ ...value, other: null }, {}];
  return ['null', 0, false];
}

function shown(value: unknown): string {
  const text = canonicalText(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** A value that a schema rejects; undefined when it accepts all values tried. */
export function refusedBy(location: Location, at: Parameters<Location['takes']>[0]): unknown {
  return ALIKE.find((value) => !location.takes(at, value));
}
