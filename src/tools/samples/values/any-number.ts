import { INT64_MAX } from 'openapi-trellis/tools';
import type { Choices } from './choices';
import { greatestOf } from '../../document';

/** The integers from `first * step` to `last * step`. */
export interface Multiples {
  readonly first: bigint;
  /** Not less than `first`. */
  readonly last: bigint;
  /** Positive. */
  readonly step: bigint;
  /** True for allowed values. */
  readonly takes: (value: bigint) => boolean;
}

/** Numbers within bounds that may be fractions. */
export interface Fractions {
  /** The lower end of the range to search. */
  readonly from: number;
  readonly to: number;
  /** Numbers whose multiples they must be. */
  readonly steps: readonly number[];
  readonly isRight: (value: number) => boolean;
}

export const SAFE_MAX = BigInt(Number.MAX_SAFE_INTEGER);

/** Integers at which programs often fail. */
const EDGES = [10, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0xffff_ffff, Number.MAX_SAFE_INTEGER]
  .flatMap((edge) => [edge, edge + 1])
  .filter(Number.isSafeInteger);
const FAR_EDGES = [
  ...[SAFE_MAX + 1n, SAFE_MAX + 2n, SAFE_MAX + 3n, 2n ** 60n + 1n, INT64_MAX - 1n, INT64_MAX],
  ...[INT64_MAX + 1n, 2n ** 64n - 1n, 2n ** 64n, 10n ** 20n],
];

/** Chooses one of the integers. Closer to 0 is simpler, and positive is simpler than negative. */
export function anyMultiple(choices: Choices, { first, last, step, takes }: Multiples): bigint {
  const negative = (least: bigint, most: bigint): bigint =>
    -anyUpTo(choices, { first: least, last: most, step, takes: (value) => takes(-value) });
  if (last < 0n) return negative(-last, -first);
  if (first >= 0n) return anyUpTo(choices, { first, last, step, takes });
  return choices.chance(0.3)
    ? negative(1n, -first)
    : anyUpTo(choices, { first: 0n, last, step, takes });
}

/** The same for non-negative integers. */
function anyUpTo(choices: Choices, { first, last, step, takes }: Multiples): bigint {
  const isFar = last * step > SAFE_MAX;
  if (isFar && choices.chance(0.1)) {
    const far = [...FAR_EDGES.map((edge) => edge / step), last - 1n, last].filter(
      (each) => each >= first && each <= last && takes(each * step),
    );
    if (far.length > 0) return choices.pick(far) * step;
  }
  const near = isFar ? SAFE_MAX / step : last;
  const least = Number(first);
  const most = Math.max(least, Number(near));
  const edges = EDGES.map((edge) => Math.floor(edge / Number(step)));
  const likely = [least, most - 1, most, ...edges].filter((each) => each >= least && each <= most);
  const value = isFar && near < first ? first : BigInt(choices.integer(least, most, likely));
  return takes(value * step) ? value * step : first * step;
}

/** Numbers that are not integers, or too large to be exact. */
const FRACTIONS = [
  ...[0.5, 1.5, -0.5, 0.1, 0.1 + 0.2, 1e-7, -1e-7, 99.99, 1 / 3, 123456.789, 2 ** 53 + 2, 1e21],
  ...[1e308, -1e308, Number.EPSILON, Number.MIN_VALUE, Number.MAX_VALUE],
];

/** Chooses a number, possibly an integer; undefined when none is found. */
export function anyFraction(
  choices: Choices,
  { from, to, steps, isRight }: Fractions,
): number | undefined {
  const step = greatestOf(steps);
  const within = from + fraction(choices) * (to - from);
  const candidates =
    steps.length === 0
      ? [shortened(within, to - from), within, ...FRACTIONS, from, to, (from + to) / 2]
      : [0, within, from, to].flatMap((value) =>
          [value, value + step, value - step].map((each) => nearestMultiple(each, step)),
        );
  const right = candidates.filter(isRight);
  return right.length === 0 ? undefined : choices.pick(right);
}

/** At least 0, less than 1. */
export function fraction(choices: Choices): number {
  return choices.integer(0, 2 ** 32 - 1) / 2 ** 32;
}

/** Rounded in decimal, to get 0.07 instead of 0.07000000000000001. */
export function nearestMultiple(value: number, step: number): number {
  return Number((Math.round(value / step) * step).toPrecision(12));
}

/** Rounds to few digits, for readers; a narrow span keeps more. */
export function shortened(value: number, width: number): number {
  const digits = Math.min(100, Math.max(2, 2 - Math.floor(Math.log10(width || 1))));
  return Number(value.toFixed(digits));
}
