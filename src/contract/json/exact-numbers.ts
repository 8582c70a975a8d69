/**
 * What `JSON.parse` loses: a double keeps integers only up to 2^53, so a larger integer of the text,
 * or a fraction that rounds to an integer, would reach the validators as another number. The values
 * stay ordinary doubles; this table says, by place, what the text said where the double does not.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8259#section-6
 */

/** The exact integer of the text, or `not-an-integer` where only the rounding made it one. */
export type ExactNumber = bigint | 'not-an-integer';

/** Stands for the missing parent of a document's top-level value. */
export const ROOT = Object.freeze({});

/** Exact numbers by the object or array that holds them and the key or index in it. */
export class ExactNumbers {
  /** Made for the first of them, since most texts have none. */
  private byHolder: Map<object, Map<string, ExactNumber>> | undefined;

  set(holder: object, key: string, value: ExactNumber): void {
    this.byHolder ??= new Map();
    const entries = this.byHolder.get(holder);
    if (entries === undefined) this.byHolder.set(holder, new Map([[entryKey(key), value]]));
    else entries.set(entryKey(key), value);
  }

  get(holder: object, key: string | number): ExactNumber | undefined {
    return this.byHolder?.get(holder)?.get(entryKey(key));
  }

  /** Takes over what another table says of a value of its own, which becomes the one at a place here. */
  adopt(other: ExactNumbers, holder: object, key: string): void {
    for (const [from, entries] of other.byHolder ?? []) {
      if (from !== ROOT) (this.byHolder ??= new Map()).set(from, entries);
    }
    const top = other.get(ROOT, '');
    if (top !== undefined) this.set(holder, key, top);
  }

  /** True when nothing was lost, the usual case. */
  get isEmpty(): boolean {
    return this.byHolder === undefined;
  }
}

/** A name that is a number would be hashed in a way that a client can foresee, so it is not the whole key. */
function entryKey(key: string | number): string {
  return `#${key}`;
}

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

/**
 * True when a number is an integer times another one, by their decimal digits: as doubles, 19.99 is no
 * multiple of 0.01.
 *
 * @param divisor a decimal number above 0, such as `0.01` or `1e-8`
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-6.2.1
 */
export function isMultiple(value: number | bigint, divisor: string): boolean {
  if (typeof value === 'number' && Number.isSafeInteger(value)) {
    const double = Number(divisor);
    if (Number.isSafeInteger(double)) return value % double === 0;
  }
  const [a, b] = [decimalOf(String(value)), decimalOf(divisor)];
  const exponent = Math.min(a.exponent, b.exponent);
  return scaled(a, exponent) % scaled(b, exponent) === 0n;
}

/** Digits times a power of ten. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

const DECIMAL = /^(-?\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

function decimalOf(text: string): Decimal {
  const [, whole = '0', fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? [];
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/** The digits for an exponent that is not above the decimal's own. A double's is 308 at most. */
function scaled({ digits, exponent }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to);
}
