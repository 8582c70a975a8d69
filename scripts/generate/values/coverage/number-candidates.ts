import { isNumeric } from './assertions';
import type { Candidate, CandidateTable, Site } from './site';

type Numeric = number | bigint;

/** @see https://json-schema.org/draft/2020-12/json-schema-validation#section-6.2 */
export const NUMBER_CANDIDATES: CandidateTable = {
  minimum: {
    valid: (site) => above(site, 'minimum', [0, 1]),
    broken: (site) => above(site, 'minimum', [-1]),
  },
  exclusiveMinimum: {
    valid: (site) => above(site, 'exclusiveMinimum', [1]),
    broken: (site) => above(site, 'exclusiveMinimum', [0, -1]),
  },
  maximum: {
    valid: (site) => above(site, 'maximum', [0, -1]),
    broken: (site) => above(site, 'maximum', [1]),
  },
  exclusiveMaximum: {
    valid: (site) => above(site, 'exclusiveMaximum', [-1]),
    broken: (site) => above(site, 'exclusiveMaximum', [0, 1]),
  },
  multipleOf: {
    *valid({ bound, value, meeting }) {
      if (!isNumeric(bound) || !isNumeric(value)) return;
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
    *broken({ bound, value, breaking }) {
      if (!isNumeric(bound) || !isNumeric(value)) return;
      const description = `no multiple of ${bound}`;
      const half = typeof bound === 'number' ? bound / 2 : bound / 2n;
      const near = [1, -1, Number(half), -Number(half), 0.1, -0.1].map((by) => added(value, by));
      for (const each of [...near, half]) yield { value: each, description };
      yield { value: breaking({ not: { multipleOf: bound } }), description };
    },
  },
};

/** Numbers some steps above a bound, for whole numbers and for fractions. */
function* above(site: Site, keyword: string, steps: readonly number[]): Iterable<Candidate> {
  const { bound, beside } = site;
  if (!isNumeric(bound)) return;
  const multiples = beside.map(({ schema }) => schema.multipleOf).filter(isNumeric);
  const isWhole = beside.some(({ schema }) => schema.type === 'integer');
  const sizes: readonly Numeric[] = [...multiples, ...(isWhole ? [1] : [0.001, 1])];
  const names = steps.map((step) =>
    step === 0 ? 'exactly' : step > 0 ? 'just above' : 'just below',
  );
  for (const [index, step] of steps.entries()) {
    for (const size of step === 0 ? [0] : sizes) {
      for (const start of startsOf(bound, [...multiples, ...(isWhole ? [1] : [])])) {
        const value = added(start, multiplied(size, step));
        yield { value, description: `${names[index]} ${keyword} (${bound})` };
      }
    }
  }
}

/** The bound, and the numbers around it that are multiples. */
function startsOf(bound: Numeric, steps: readonly Numeric[]): Numeric[] {
  const around = steps.flatMap((step): Numeric[] => {
    if (typeof bound === 'bigint' || typeof step === 'bigint') return [];
    return [Math.floor(bound / step), Math.ceil(bound / step)].map((times) =>
      multiplied(step, times),
    );
  });
  return [...new Set([bound, ...around])];
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

/** In decimal, so that 0.07 is not 0.07000000000000001. */
function decimal(value: number): number {
  return Number(value.toPrecision(14));
}

/** A number where that is exact, else a bigint. */
export function exactNumber(integer: bigint): Numeric {
  const number = Number(integer);
  return Number.isSafeInteger(number) ? number : integer;
}
