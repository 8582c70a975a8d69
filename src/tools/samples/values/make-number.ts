import {
  greatestOf,
  leastOf,
  isBigintSchema,
  type JsonObject,
  INTEGER_FORMATS,
} from '../../document';
import {
  anyFraction,
  anyMultiple,
  type Fractions,
  fraction,
  nearestMultiple,
  SAFE_MAX,
  shortened,
} from './any-number';
import type { Choices } from './choices';

/** Range of numbers on a side without a bound. */
const DEFAULT_SPAN = 100;

/** Limit of unbounded integers. */
const FAR = 10n ** 21n;
/** Limit of unbounded multiples of a fraction; doubles divide larger ones less exactly. */
const FAR_MULTIPLE = 10n ** 6n;

/** The format of numbers with at most three decimals, and its greatest whole part. */
const THOUSANDTHS = 'sf-decimal';
const MOST_WHOLE = 999_999_999_999n;

/** Multiples tried before a number is given up. */
const TRIES = 20;

/**
 * A number within the bounds and multiples of all schemas; undefined when none is found. Integers beyond 2^53 are
 * bigints.
 *
 * @param readable true for small numbers; else bounds are frequent, and large numbers occur
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-6.2
 */
export function makeNumber(
  choices: Choices,
  schemas: readonly JsonObject[],
  integer: boolean,
  readable: boolean,
): number | bigint | undefined {
  if (integer) return makeInteger(choices, schemas, readable);
  if (readable) return makeFraction(choices, schemas);
  const integral = choices.chance(0.5) ? undefined : makeInteger(choices, schemas, false);
  return integral ?? anyFraction(choices, fractionsOf(schemas));
}

function makeInteger(
  choices: Choices,
  schemas: readonly JsonObject[],
  readable: boolean,
): number | bigint | undefined {
  const lows = [
    ...limits(schemas, 'minimum').map((limit) => rounded(limit, Math.ceil)),
    ...limits(schemas, 'exclusiveMinimum').map((limit) => rounded(limit, Math.floor) + 1n),
  ];
  const highs = [
    ...limits(schemas, 'maximum').map((limit) => rounded(limit, Math.floor)),
    ...limits(schemas, 'exclusiveMaximum').map((limit) => rounded(limit, Math.ceil) - 1n),
  ];
  const step = limits(schemas, 'multipleOf').map(integerStep).reduce(leastCommonMultiple, 1n);
  const [formatLow, formatHigh] = formatRange(schemas, readable);
  const [lowest, highest] = [ascending(lows).at(-1), ascending(highs)[0]];
  const [low, high] = readable
    ? span(lowest, highest, BigInt(DEFAULT_SPAN) * step)
    : [lowest ?? formatLow, highest ?? formatHigh];
  const first = -floorDivide(-greater(low, formatLow), step);
  const last = floorDivide(lesser(high, formatHigh), step);
  if (first > last) return undefined;
  const value = readable
    ? (first + BigInt(choices.integer(0, Number(lesser(last - first, 1_000_000n))))) * step
    : anyMultiple(choices, { first, last, step, takes: exactBy(schemas) });
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** True for integers that the validator of the schemas handles exactly: all of them, or only those that are doubles. */
function exactBy(schemas: readonly JsonObject[]): (value: bigint) => boolean {
  if (schemas.some(isBigintSchema)) return () => true;
  const steps = limits(schemas, 'multipleOf').map(Number);
  return (value) =>
    BigInt(Number(value)) === value &&
    steps.every((step) => Number.isInteger(Number(value) / step));
}

/** Both bounds; missing ones are put at the usual distance, or near 0 when both are missing. */
function span(low: bigint | undefined, high: bigint | undefined, width: bigint): [bigint, bigint] {
  if (low !== undefined) return [low, high ?? low + width];
  if (high === undefined) return [1n, width];
  return [high < 1n ? high - width : 1n, high];
}

function formatRange(schemas: readonly JsonObject[], readable: boolean): readonly [bigint, bigint] {
  const formats = schemas.map(({ format }) => format);
  const range = formats
    .map((format) => INTEGER_FORMATS.get(format))
    .find((each) => each !== undefined);
  if (range !== undefined) return [BigInt(range[0]), BigInt(range[1])];
  if (formats.includes(THOUSANDTHS)) return [-MOST_WHOLE, MOST_WHOLE];
  const isFraction = limits(schemas, 'multipleOf').some((step) => !Number.isInteger(Number(step)));
  const most = readable ? SAFE_MAX : isFraction ? FAR_MULTIPLE : FAR;
  return [-most, most];
}

function makeFraction(choices: Choices, schemas: readonly JsonObject[]): number | undefined {
  const { from, to, steps, isRight } = fractionsOf(schemas);
  const candidates = Array.from({ length: TRIES }, () => {
    const value = from + fraction(choices) * (to - from);
    return steps.length > 0
      ? nearestMultiple(value, greatestOf(steps))
      : shortened(value, to - from);
  });
  return [...candidates, (from + to) / 2, from, to, 0].find(isRight);
}

function fractionsOf(schemas: readonly JsonObject[]): Fractions {
  const numbers = (keyword: string): number[] => limits(schemas, keyword).map(Number);
  const [minimum, maximum] = [numbers('minimum'), numbers('maximum')];
  const [above, below] = [numbers('exclusiveMinimum'), numbers('exclusiveMaximum')];
  const low = greatestOf([...minimum, ...above]);
  const high = leastOf([...maximum, ...below]);
  const from = Number.isFinite(low) ? low : Math.min(0, high - DEFAULT_SPAN);
  const to = Number.isFinite(high) ? high : from + DEFAULT_SPAN;
  const isOfThousandths = schemas.some(({ format }) => format === THOUSANDTHS);
  const steps = [...numbers('multipleOf'), ...(isOfThousandths ? [0.001] : [])];
  const isRight = (value: number): boolean =>
    minimum.every((limit) => value >= limit) &&
    maximum.every((limit) => value <= limit) &&
    above.every((limit) => value > limit) &&
    below.every((limit) => value < limit) &&
    steps.every((step) => Number.isInteger(value / step));
  return { from, to, steps, isRight };
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

function lesser(one: bigint, other: bigint | undefined): bigint {
  return other === undefined || one < other ? one : other;
}

function greater(one: bigint, other: bigint | undefined): bigint {
  return other === undefined || one > other ? one : other;
}

function floorDivide(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  return value % by < 0n ? quotient - 1n : quotient;
}

function ascending(values: readonly bigint[]): bigint[] {
  return values.toSorted((a, b) => (a < b ? -1 : 1));
}
