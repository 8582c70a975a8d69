import { randomUUID } from 'node:crypto';

/** JSON with integers beyond 2^53 as bigints: JSON.parse and JSON.stringify round them. */

const TAG = randomUUID();
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const TAGGED = new RegExp(`"${TAG}(-?\\d+)"`, 'g');

/** Matches texts whose numbers may be rounded. */
const MAY_BE_LARGE = /\d{16}|\d[eE]/;

/** Depth that recursion certainly supports. */
const MAX_DEPTH = 500;

/** @throws SyntaxError if the text is not JSON, or has too many levels */
export function parseExactly(text: string): unknown {
  if (text.length > MAX_DEPTH && depthOf(text) > MAX_DEPTH)
    throw new SyntaxError('Too many levels');
  const value: unknown = JSON.parse(text);
  if (!MAY_BE_LARGE.test(text)) return value;
  const tagged = text.replace(STRING_OR_NUMBER, (token) => {
    const large = token.startsWith('"') ? undefined : largeInteger(token);
    return large === undefined ? token : `"${TAG}${large}"`;
  });
  return JSON.parse(tagged, (_, each: unknown) =>
    typeof each === 'string' && each.startsWith(TAG) ? BigInt(each.slice(TAG.length)) : each,
  );
}

function depthOf(text: string): number {
  let [depth, greatest] = [0, 0];
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (token === '[' || token === '{') greatest = Math.max(greatest, (depth += 1));
    else if (!token.startsWith('"')) depth -= 1;
  }
  return greatest;
}

/** The integer in a JSON number if a double may not hold it; otherwise undefined. */
function largeInteger(token: string): bigint | undefined {
  if (Number.isSafeInteger(Number(token))) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? [];
  const shift = Number(exponent) - fraction.length;
  if (shift > 30) return undefined;
  const digits =
    shift >= 0 ? whole + fraction + '0'.repeat(shift) : (whole + fraction).slice(0, shift);
  const rest = shift >= 0 ? '' : (whole + fraction).slice(shift);
  return /^0*$/.test(rest) ? BigInt(`${sign}${digits || '0'}`) : undefined;
}

/** Writes values of parseExactly. */
export function stringifyExactly(value: unknown, space?: number): string {
  const tagged = JSON.stringify(
    value,
    (_, each: unknown) => (typeof each === 'bigint' ? `${TAG}${each}` : each),
    space,
  );
  return tagged.replace(TAGGED, '$1');
}

const INT64_END = 2n ** 63n;
const LAST_DOUBLE_OF_INT64 = 2 ** 63 - 1024;
const FIRST_DOUBLE_BELOW_INT64 = -(2 ** 63) - 2048;

/** The value with doubles for bigints. Rounding moves none across a bound of int64. */
export function withDoubles(value: unknown): unknown {
  if (typeof value === 'bigint') {
    if (value < INT64_END && Number(value) === Number(INT64_END)) return LAST_DOUBLE_OF_INT64;
    const isRoundedIn = value < -INT64_END && Number(value) === -Number(INT64_END);
    return isRoundedIn ? FIRST_DOUBLE_BELOW_INT64 : Number(value);
  }
  if (Array.isArray(value)) return value.map(withDoubles);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withDoubles(each)]));
}

/** True if an object of the text has a name twice: JSON.parse keeps the last one. */
export function hasDuplicateNames(text: string): boolean {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"\s*:?/g) ?? [];
  const written = tokens.filter((token) => token.endsWith(':')).length;
  let kept = 0;
  JSON.parse(text, (_, each: unknown) => {
    if (isObject(each)) kept += Object.keys(each).length;
    return each;
  });
  return kept < written;
}

/** The object without a member. */
export function without(object: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([each]) => each !== name));
}

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
