import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { ExactNumbers, ROOT, exactNumber } from './exact-numbers';
import { findJsonFault } from './find-json-fault';
import { isComposite, quote, escapeKey } from './json-values';

/**
 * JSON text to a value without silent loss.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8259
 */

/** A parsed text: the value as `JSON.parse` gives it, and what its doubles do not say. */
export interface ParsedJson {
  readonly value: unknown;
  readonly exact: ExactNumbers;
}

/** Why a text is refused. */
export interface JsonFault {
  /** The end of a sentence that begins with the text's name; it says the place, and quotes no value. */
  readonly fault: string;
}

/**
 * Arrays and objects may be nested this deep (RFC 8259, section 9, allows a limit): deep enough for
 * any data that people write, shallow enough for every recursive walk over the value.
 */
export const MAX_JSON_DEPTH = 256;

/** True of each text that can hold a number whose double differs from it: 16 digits, or an exponent. */
const MAY_LOSE = /[0-9][0-9.]{15}|[0-9][eE][-+0-9]/;

/** Begins each string that stands for a number; it never leaves the process, so nobody can send it. */
const MARKER = randomUUID();

/** Decodes UTF-8 and parses; the last of two equal keys counts, as in `JSON.parse`. */
export function parseJson(bytes: Buffer): ParsedJson | JsonFault {
  if (!isUtf8(bytes)) return { fault: 'is not UTF-8' };
  const text = stripByteOrderMark(bytes.toString('utf8'));
  if (exceedsDepth(text, MAX_JSON_DEPTH)) {
    return { fault: `is nested deeper than ${MAX_JSON_DEPTH} levels` };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: syntaxFault(text) };
  }
  return MAY_LOSE.test(text) ? parseExactly(text, value) : { value, exact: new ExactNumbers() };
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
 * Parses a well-formed text again, with each number that a double would change replaced by a marked
 * string, and turns those back.
 *
 * @param value what `JSON.parse` makes of the text
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

/** The index of the quote that closes the string whose opening quote is at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== 0x22) {
    at += text.charCodeAt(at) === 0x5c ? 2 : 1;
  }
  return at;
}

function isNumberStart(code: number): boolean {
  return code === 0x2d || (code >= 0x30 && code <= 0x39);
}

/** Digits, sign, point and exponent. */
function isNumberPart(code: number): boolean {
  return isNumberStart(code) || code === 0x2b || code === 0x2e || code === 0x45 || code === 0x65;
}

/** True when brackets nest deeper than `max`; the text need not be well-formed. */
function exceedsDepth(text: string, max: number): boolean {
  if (text.length <= max) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > max) return true;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return false;
}

/**
 * Where a value holds a number beyond the range of a double, of which `JSON.parse` makes an infinity.
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
