import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { findJsonFault } from './find-json-fault';
import { isComposite, quote, escapeKey } from './json-values';

/**
 * The numbers that `JSON.parse` loses: a double keeps integers only up to 2^53, so a larger integer, or a fraction that
 * rounds to an integer, would reach the validators as another number. The values stay ordinary doubles; this table
 * holds, by place, the number of the text where the double differs.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8259#section-6
 */

/** The exact integer of the text, or `not-an-integer` where only rounding made it one. */
export type ExactNumber = bigint | 'not-an-integer';

/** The holder of a document's top-level value. */
export const ROOT = Object.freeze({});

/** Exact numbers by the object or array that holds them and the key or index in it. */
export class ExactNumbers {
  /** Created with the first entry, since most texts need none. */
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

  /** Called when the value at a place is replaced. */
  forget(holder: object, key: string): void {
    this.byHolder?.get(holder)?.delete(entryKey(key));
  }

  /** Adopts the entries of another table, whose top-level value is placed at `key` here. */
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

/** Prefix keys: V8 hashes integer-like keys predictably (hash flooding). */
function entryKey(key: string | number): string {
  return `#${key}`;
}

/**
 * The most digits an integer may have when written out: a finite double has at most 309. The bound keeps `1e999999999`
 * from exhausting memory.
 */
const MAX_INTEGER_DIGITS = 400;

const LITERAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * The number of a JSON literal where its double differs.
 *
 * @param literal a number by the grammar of RFC 8259, section 6
 * @returns the exact integer, or `not-an-integer`; undefined when the double is exact enough
 */
export function exactNumber(literal: string): ExactNumber | undefined {
  if (scan(literal) !== 'may-lose') return undefined;
  const double = Number(literal);
  if (!Number.isFinite(double)) return undefined;
  const integer = integerOf(literal);
  if (integer === undefined) return Number.isInteger(double) ? 'not-an-integer' : undefined;
  return BigInt(double) === integer ? undefined : integer;
}

/** The integer that a literal denotes, such as `1.0` or `1e3`; undefined when it is a fraction. */
function integerOf(literal: string): bigint | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = LITERAL.exec(literal) ?? [];
  const digits = whole + fraction;
  const [start, end] = significantDigits(digits);
  if (start === end) return 0n;
  const zeros = Number(exponent) - fraction.length + (digits.length - end);
  if (zeros < 0 || end - start + zeros > MAX_INTEGER_DIGITS) return undefined;
  return BigInt(`${sign}${digits.slice(start, end)}${'0'.repeat(zeros)}`);
}

/** Start and end of a run of digits without leading and trailing zeros. */
function significantDigits(digits: string): [start: number, end: number] {
  let start = 0;
  let end = digits.length;
  while (start < end && digits[start] === '0') start++;
  while (end > start && digits[end - 1] === '0') end--;
  return [start, end];
}

/**
 * True when a number is an integer multiple of another, by decimal digits: as doubles, 19.99 is no multiple of 0.01.
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

/** Rescales the digits to an exponent not above the decimal's own. A double's exponent is 308 at most. */
function scaled({ digits, exponent }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to);
}

/**
 * Parses JSON text without silent loss.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8259
 */

/** A parsed text: the value of `JSON.parse`, and the numbers that its doubles do not hold. */
export interface ParsedJson {
  readonly value: unknown;
  readonly exact: ExactNumbers;
}

/** The reason why a text is refused. */
export interface JsonFault {
  /** The end of a sentence that begins with the text's name; it states the place, and quotes no value. */
  readonly fault: string;
}

/**
 * The deepest nesting of arrays and objects (RFC 8259, section 9, allows a limit): enough for any practical data, and
 * safe for every recursive walk over the value.
 */
export const MAX_JSON_DEPTH = 256;

/** The number of digits and points from which a double may differ. */
const MANY_DIGITS = 16;

/** Prefix of strings that replace numbers; it never leaves the process, so nobody can send it. */
const MARKER = randomUUID();

/** Decodes UTF-8 and parses; the last of two equal keys wins, as in `JSON.parse`. */
export function parseJson(bytes: Buffer): ParsedJson | JsonFault {
  if (!isUtf8(bytes)) return { fault: 'is not UTF-8' };
  const text = stripByteOrderMark(bytes.toString('utf8'));
  const found = scan(text);
  if (found === 'too-deep') {
    return { fault: `is nested deeper than ${MAX_JSON_DEPTH} levels` };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: syntaxFault(text) };
  }
  return found === 'may-lose' ? parseExactly(text, value) : { value, exact: new ExactNumbers() };
}

/**
 * Looks through a text, which need not be well-formed: it is `too-deep` where brackets nest deeper than
 * MAX_JSON_DEPTH, and `may-lose` for each text that may hold a number whose double differs: one with many digits or an
 * exponent. A regular expression takes three times as long for short texts.
 */
function scan(text: string): 'too-deep' | 'may-lose' | undefined {
  // A short text cannot nest too deep, and its strings are not worth skipping.
  const isLong = text.length > MAX_JSON_DEPTH;
  let mayLose = false;
  let depth = 0;
  let digits = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isDigit(code) || (code === 0x2e && digits > 0)) {
      if (++digits === MANY_DIGITS) mayLose = true;
      continue;
    }
    const isExponent = digits > 0 && (code === 0x45 || code === 0x65);
    if (isExponent && isNumberPart(text.charCodeAt(at + 1))) mayLose = true;
    digits = 0;
    if (!isLong) continue;
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > MAX_JSON_DEPTH) return 'too-deep';
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return mayLose ? 'may-lose' : undefined;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function syntaxFault(text: string): string {
  const fault = findJsonFault(text);
  if (fault === undefined) return 'is not well-formed JSON';
  const { line, column, expected } = fault;
  return `is not well-formed JSON at line ${line}, column ${column}: expected ${expected}`;
}

function stripByteOrderMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/**
 * Parses a well-formed text again, with each number that a double would change replaced by a marked string, and turns
 * those back.
 *
 * @param value the result of `JSON.parse`
 */
function parseExactly(text: string, value: unknown): ParsedJson | JsonFault {
  const exact = new ExactNumbers();
  let overflows = 0;
  const marked = replaceNumbers(text, (literal) => {
    if (!Number.isFinite(Number(literal))) overflows++;
    return exactNumber(literal) === undefined ? literal : `"${MARKER}${literal}"`;
  });
  const place = overflows > 0 ? findOverflow(value) : undefined;
  if (place !== undefined) return { fault: overflowFault(place) };
  const holder = JSON.parse(`{"":${marked}}`, function (this: object, key, value: unknown) {
    if (typeof value !== 'string' || !value.startsWith(MARKER)) return value;
    const literal = value.slice(MARKER.length);
    const number = exactNumber(literal);
    if (number !== undefined) exact.set(this, key, number);
    return Number(literal);
  }) as { '': unknown };
  const top = exact.get(holder, '');
  if (top !== undefined) exact.set(ROOT, '', top);
  return { value: holder[''], exact };
}

function overflowFault(place: string): string {
  const fault = 'has a number beyond the range of a double';
  return place === '' ? fault : `at ${quote(place)} ${fault}`;
}

/** Maps the number literals of a well-formed JSON text and keeps everything else. */
function replaceNumbers(text: string, map: (literal: string) => string): string {
  let result = '';
  let kept = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      at = endOfString(text, at);
    } else if (isNumberStart(code)) {
      const start = at;
      while (isNumberPart(text.charCodeAt(at + 1))) at++;
      result += text.slice(kept, start) + map(text.slice(start, at + 1));
      kept = at + 1;
    }
  }
  return result + text.slice(kept);
}

/** The index of the quote that closes the string whose opening quote is at `start`; the length where none does. */
function endOfString(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (at >= 0 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at < 0 ? text.length : at;
}

/** True after an odd number of backslashes. */
function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text.charCodeAt(start - 1) === 0x5c) start--;
  return (at - start) % 2 === 1;
}

function isNumberStart(code: number): boolean {
  return code === 0x2d || isDigit(code);
}

/** True for digits, sign, point and exponent. */
function isNumberPart(code: number): boolean {
  return isNumberStart(code) || code === 0x2b || code === 0x2e || code === 0x45 || code === 0x65;
}

/**
 * Finds a number beyond the range of a double, which `JSON.parse` turns into an infinity.
 *
 * @param value a parsed JSON text
 * @returns the JSON Pointer of the first such number, or undefined
 */
function findOverflow(value: unknown): string | undefined {
  if (!isComposite(value)) {
    return typeof value === 'number' && !Number.isFinite(value) ? '' : undefined;
  }
  for (const key of Object.keys(value)) {
    const inner = findOverflow((value as Readonly<Record<string, unknown>>)[key]);
    if (inner !== undefined) return `/${escapeKey(key)}${inner}`;
  }
  return undefined;
}
