import type { ExactNumber } from './exact-numbers';

/**
 * The largest number of digits that an integer may have when written out: a finite double has at
 * most 309. The bound keeps `1e999999999` from costing memory.
 */
const MAX_INTEGER_DIGITS = 400;

const LITERAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * What a JSON number literal says that its double does not.
 *
 * @param literal a number by the grammar of RFC 8259, section 6
 * @returns the exact integer, or that it is none; undefined when the double says the same
 */
export function exactNumber(literal: string): ExactNumber | undefined {
  const double = Number(literal);
  if (!Number.isFinite(double)) return undefined;
  const integer = integerOf(literal);
  if (integer === undefined) return Number.isInteger(double) ? 'not-an-integer' : undefined;
  return BigInt(double) === integer ? undefined : integer;
}

/** The integer that a literal denotes, `1.0` and `1e3` included; undefined when it is a fraction. */
function integerOf(literal: string): bigint | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = LITERAL.exec(literal) ?? [];
  const digits = whole + fraction;
  const [start, end] = significantDigits(digits);
  if (start === end) return 0n;
  const zeros = Number(exponent) - fraction.length + (digits.length - end);
  if (zeros < 0 || end - start + zeros > MAX_INTEGER_DIGITS) return undefined;
  return BigInt(`${sign}${digits.slice(start, end)}${'0'.repeat(zeros)}`);
}

/** Start and end of what is left of a run of digits without the zeros on either side. */
function significantDigits(digits: string): [start: number, end: number] {
  let start = 0;
  let end = digits.length;
  while (start < end && digits[start] === '0') start++;
  while (end > start && digits[end - 1] === '0') end--;
  return [start, end];
}
