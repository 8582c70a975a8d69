import { INT64_MAX, INT64_MIN } from '../../../src/contract';
import type { JsonObject } from '../document/json-object';
import { INTEGER_FORMATS } from '../validators/exact-keywords';
import type { Random } from '../../random';

/** Bounds of a made number where its schemas give none on that side. */
const USUAL_SPAN = 100;

/** Multiples that are tried before a number is given up. */
const TRIES = 20;

/**
 * A number that keeps the bounds and multiples of all schemas; undefined when there is none in sight.
 * Integers beyond 2^53 are bigints.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-6.2
 */
export function makeNumber(
  random: Random,
  schemas: readonly JsonObject[],
  integer: boolean,
): number | bigint | undefined {
  return integer ? makeInteger(random, schemas) : makeFraction(random, schemas);
}

function makeInteger(random: Random, schemas: readonly JsonObject[]): number | bigint | undefined {
  const [formatLow, formatHigh] = formatRange(schemas);
  const lows = [
    ...limits(schemas, 'minimum').map((limit) => rounded(limit, Math.ceil)),
    ...limits(schemas, 'exclusiveMinimum').map((limit) => rounded(limit, Math.floor) + 1n),
  ];
  const highs = [
    ...limits(schemas, 'maximum').map((limit) => rounded(limit, Math.floor)),
    ...limits(schemas, 'exclusiveMaximum').map((limit) => rounded(limit, Math.ceil) - 1n),
  ];
  const step = limits(schemas, 'multipleOf').map(integerStep).reduce(leastCommonMultiple, 1n);
  const [low, high] = span(ascending(lows).at(-1), ascending(highs)[0], BigInt(USUAL_SPAN) * step);
  const from = low > formatLow ? low : formatLow;
  const to = high < formatHigh ? high : formatHigh;
  const first = -floorDivide(-from, step);
  const last = floorDivide(to, step);
  if (first > last) return undefined;
  const room = last - first > 1_000_000n ? 1_000_000 : Number(last - first);
  const value = (first + BigInt(random.integer(0, room))) * step;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** Both bounds, the missing ones at the usual distance; around 0 or 1 when there is none. */
function span(low: bigint | undefined, high: bigint | undefined, width: bigint): [bigint, bigint] {
  if (low !== undefined) return [low, high ?? low + width];
  if (high === undefined) return [1n, width];
  return [high < 1n ? high - width : 1n, high];
}

function formatRange(schemas: readonly JsonObject[]): readonly [bigint, bigint] {
  const formats = schemas.map(({ format }) => format);
  if (formats.includes('int64')) return [INT64_MIN, INT64_MAX];
  const [low, high] = formats
    .map((format) => INTEGER_FORMATS.get(format))
    .find((range) => range !== undefined) ?? [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
  return [BigInt(low), BigInt(high)];
}

function makeFraction(random: Random, schemas: readonly JsonObject[]): number | undefined {
  const numbers = (keyword: string): number[] => limits(schemas, keyword).map(Number);
  const low = Math.max(...numbers('minimum'), ...numbers('exclusiveMinimum'));
  const high = Math.min(...numbers('maximum'), ...numbers('exclusiveMaximum'));
  const from = Number.isFinite(low) ? low : Math.min(0, high - USUAL_SPAN);
  const to = Number.isFinite(high) ? high : from + USUAL_SPAN;
  const steps = numbers('multipleOf');
  const isRight = (value: number): boolean =>
    numbers('minimum').every((limit) => value >= limit) &&
    numbers('maximum').every((limit) => value <= limit) &&
    numbers('exclusiveMinimum').every((limit) => value > limit) &&
    numbers('exclusiveMaximum').every((limit) => value < limit) &&
    steps.every((step) => Number.isInteger(value / step));
  const candidates = Array.from({ length: TRIES }, () => {
    const value = from + random.fraction() * (to - from);
    return steps.length > 0
      ? nearestMultiple(value, Math.max(...steps))
      : shortened(value, to - from);
  });
  return [...candidates, (from + to) / 2, from, to, 0].find(isRight);
}

/** In decimal, so that 0.07 is not 0.07000000000000001. */
function nearestMultiple(value: number, step: number): number {
  return Number((Math.round(value / step) * step).toPrecision(12));
}

/** With few digits, for readers; as many as a narrow span needs. */
function shortened(value: number, width: number): number {
  const digits = Math.min(100, Math.max(2, 2 - Math.floor(Math.log10(width || 1))));
  return Number(value.toFixed(digits));
}

function limits(schemas: readonly JsonObject[], keyword: string): (number | bigint)[] {
  return schemas
    .map((schema) => schema[keyword])
    .filter((limit) => typeof limit === 'number' || typeof limit === 'bigint');
}

function rounded(limit: number | bigint, round: (limit: number) => number): bigint {
  return typeof limit === 'bigint' ? limit : BigInt(round(limit));
}

/** The integers among the multiples of 2.5 are those of 5. */
function integerStep(step: number | bigint): bigint {
  if (typeof step === 'bigint') return step;
  for (let factor = 1; factor <= 1000; factor++) {
    if (Number.isInteger(step * factor)) return BigInt(step * factor);
  }
  return 1n;
}

function leastCommonMultiple(a: bigint, b: bigint): bigint {
  const divisor = greatestCommonDivisor(a, b);
  return divisor === 0n ? 1n : (a / divisor) * b;
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b);
}

function floorDivide(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  return value % by < 0n ? quotient - 1n : quotient;
}

function ascending(values: readonly bigint[]): bigint[] {
  return values.toSorted((a, b) => (a < b ? -1 : 1));
}
