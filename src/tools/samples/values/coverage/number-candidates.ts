import { isNumeric } from '../../../schema';
import type { Candidate, CandidateTable, KeywordCandidates, Location } from './location';

type Numeric = number | bigint;

/** @see https://json-schema.org/draft/2020-12/json-schema-validation#section-6.2 */
export const NUMBER_CANDIDATES: CandidateTable = {
  minimum: bounded(-1, [0, 1], [-1]),
  exclusiveMinimum: bounded(-1, [1], [0, -1]),
  maximum: bounded(1, [0, -1], [1]),
  exclusiveMaximum: bounded(1, [-1], [0, 1]),
  multipleOf: {
    *valid(location) {
      const { bound, value, meeting } = location;
      if (!isNumeric(bound) || !isNumeric(value)) return;
      for (const multiple of roughMultiples(location)) {
        yield { value: multiple, description: `${multiple}, a multiple of ${bound} in decimal` };
      }
      for (const factor of [0, 1, -1, 2, 3]) {
        const multiple = multiplied(bound, factor);
        yield { value: multiple, description: `${factor} times multipleOf (${bound})` };
      }
      for (const factor of [1, -1]) {
        const next = added(value, multiplied(bound, factor));
        yield { value: next, description: `the next multiple of ${bound}` };
      }
      yield { value: meeting({}), description: `a multiple of ${bound}` };
    },
    *broken(location) {
      const { bound, value, breaking } = location;
      if (!isNumeric(bound) || !isNumeric(value)) return;
      const description = `no multiple of ${bound}`;
      for (const multiple of roughMultiples(location).slice(0, 1)) {
        for (const part of [0.5, 0.1]) {
          yield { value: added(multiple, multiplied(bound, part)), description };
        }
      }
      const half = typeof bound === 'number' ? bound / 2 : bound / 2n;
      const near = [1, -1, Number(half), -Number(half), 0.1, -0.1].map((by) => added(value, by));
      for (const each of [...near, half]) yield { value: each, description };
      yield { value: breaking({ not: { multipleOf: bound } }), description };
    },
  },
};

/**
 * Candidates for a bound of numbers.
 *
 * @param beyond the sign of the steps that lead beyond it
 * @param valid steps from the bound to valid numbers
 * @param broken steps from the bound to invalid numbers
 */
function bounded(
  beyond: 1 | -1,
  valid: readonly number[],
  broken: readonly number[],
): KeywordCandidates {
  return {
    valid: (location) => above(location, valid),
    *broken(location) {
      yield* above(location, broken);
      yield* farBeyond(location, beyond);
    },
  };
}

/** Numbers a few steps above a bound: integers, multiples and fractions. */
function* above(
  { keyword, bound, beside }: Location,
  steps: readonly number[],
): Iterable<Candidate> {
  if (!isNumeric(bound)) return;
  const isWhole = beside.some(({ schema }) => schema.type === 'integer');
  const multiples = beside.map(({ schema }) => schema.multipleOf).filter(isNumeric);
  const grid = [...multiples, ...(isWhole ? [1] : [])];
  const sizes = isWhole || grid.length > 0 ? grid : [0.001, 1];
  for (const step of steps) {
    const place = step === 0 ? 'exactly' : step > 0 ? 'just above' : 'just below';
    const description = `${place} ${keyword} (${bound})`;
    for (const size of step === 0 ? [0] : sizes) {
      yield { value: added(bound, multiplied(size, step)), description };
    }
    if (step === 0) continue;
    for (const size of grid) {
      for (const near of around(bound, size)) {
        yield { value: near, description };
        yield { value: added(near, multiplied(size, step)), description };
      }
    }
  }
}

/**
 * Numbers far beyond a bound: with more digits; with the same lowest 32 bits as the value, which a careless reader
 * keeps; beyond 64 bits; near the greatest double; and beyond that.
 */
function* farBeyond(
  { keyword, bound, value, beside }: Location,
  sign: 1 | -1,
): Iterable<Candidate> {
  if (!isNumeric(bound) || !isNumeric(value)) return;
  const isWhole = beside.some(({ schema }) => schema.type === 'integer');
  const [step = 1] = beside.map(({ schema }) => schema.multipleOf).filter(isNumeric);
  const digits = String(Math.trunc(Math.abs(Number(bound)))).length;
  const far: (readonly [value: Numeric, name: string])[] = [];
  if (isWhole)
    far.push([added(value, multiplied(step, sign * 2 ** 32)), '2^32 and a valid number']);
  if (sign > 0 && isWhole) far.push([multiplied(step, 2 ** 63), '2^63']);
  far.push([sign * 1e308, '10^308']);
  if (sign > 0) far.push([10n ** 400n, '10^400'], [multiplied(step, 10 ** digits), `10^${digits}`]);
  for (const [number, name] of far) {
    yield { value: number, description: `${name}, far beyond ${keyword} (${bound})` };
  }
}

/** Multiples examined. */
const MOST_TIMES = 2_000;

/**
 * Multiples that a division of doubles misses: the least and the greatest with a quotient too large (0.07 / 0.01 is
 * 7.000000000000001), and with one too small (19.99).
 */
function roughMultiples({ bound, beside }: Location): Numeric[] {
  if (typeof bound !== 'number' || Number.isInteger(bound)) return [];
  const least = beside.map(({ schema }) => schema.minimum ?? schema.exclusiveMinimum);
  const first = Math.max(1, Math.ceil(Number(least.find(isNumeric) ?? 0) / bound));
  const times = Array.from({ length: MOST_TIMES }, (_, index) => first + index);
  const errorOf = (time: number): number => Number(multiplied(bound, time)) / bound - time;
  const great = times.filter((time) => errorOf(time) > 0);
  const small = times.filter((time) => errorOf(time) < 0);
  const chosen = [great.at(0), small.at(0), great.at(-1), small.at(-1)];
  return chosen.filter((time) => time !== undefined).map((time) => multiplied(bound, time));
}

/** The multiples around a bound that is not a multiple itself; none if it is. */
function around(bound: Numeric, step: Numeric): Numeric[] {
  if (typeof bound === 'bigint' || typeof step === 'bigint') return [];
  const times = bound / step;
  if (Number.isInteger(times)) return [];
  return [Math.floor(times), Math.ceil(times)].map((each) => multiplied(step, each));
}

function added(value: Numeric, by: Numeric): Numeric {
  if (isInteger(value) && isInteger(by)) return exactNumber(BigInt(value) + BigInt(by));
  return decimal(Number(value) + Number(by));
}

function multiplied(value: Numeric, by: number): Numeric {
  if (isInteger(value) && isInteger(by)) return exactNumber(BigInt(value) * BigInt(by));
  return decimal(Number(value) * by);
}

function isInteger(value: Numeric): boolean {
  return typeof value === 'bigint' || Number.isInteger(value);
}

/** Rounded in decimal, to get 0.07 instead of 0.07000000000000001. */
function decimal(value: number): number {
  return Number(value.toPrecision(14));
}

/** A number if it is exact, else a bigint. */
export function exactNumber(integer: bigint): Numeric {
  const number = Number(integer);
  return Number.isSafeInteger(number) ? number : integer;
}
