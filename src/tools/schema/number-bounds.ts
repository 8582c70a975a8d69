import { isMultiple } from 'openapi-trellis/tools';
import { INTEGER_FORMATS } from '../document';
import { amounts, namesIn } from './atoms-in';
import type { Atom, Conjunction } from './atoms';
import { valueOf } from './forms';

type Exact = number | bigint;

/** The numbers between two bounds; `isOpen` excludes the bound. */
interface Range {
  readonly least?: Bound;
  readonly greatest?: Bound;
  readonly steps: readonly number[];
}

interface Bound {
  readonly at: Exact;
  readonly isOpen: boolean;
}

/** Also compares a number with a bigint. */
function isEqual(one: Exact, other: Exact): boolean {
  return !(one < other) && !(one > other);
}

/** True where no number is in a range. */
export function isEmptyRange({ least, greatest }: Range): boolean {
  if (least === undefined || greatest === undefined) return false;
  return (
    greatest.at < least.at || (isEqual(greatest.at, least.at) && (greatest.isOpen || least.isOpen))
  );
}

export function rangeOf(all: Conjunction): Range {
  const bounds = (keyword: string, isOpen: boolean): Bound[] =>
    all
      .filter((each) => each.keyword === keyword)
      .map(({ value }) => ({ at: value as Exact, isOpen }));
  const formats = namesIn(all, 'format').flatMap((format) => [limitsOf(format) ?? []]);
  const lower = [
    ...bounds('minimum', false),
    ...bounds('exclusiveMinimum', true),
    ...formats.flatMap(([at]) => (at === undefined ? [] : [{ at, isOpen: false }])),
  ];
  const upper = [
    ...bounds('maximum', false),
    ...bounds('exclusiveMaximum', true),
    ...formats.flatMap(([, at]) => (at === undefined ? [] : [{ at, isOpen: false }])),
  ];
  const steps = [...new Set(amounts(all, 'multipleOf'))];
  const whole = steps.filter(Number.isSafeInteger).reduce((a, b) => leastCommonMultiple(a, b), 1);
  const isWhole = steps.some(Number.isSafeInteger) && Number.isSafeInteger(whole);
  const [least] = lower.toSorted((a, b) =>
    a.at === b.at ? Number(b.isOpen) - Number(a.isOpen) : a.at > b.at ? -1 : 1,
  );
  const [greatest] = upper.toSorted((a, b) =>
    a.at === b.at ? Number(b.isOpen) - Number(a.isOpen) : a.at < b.at ? -1 : 1,
  );
  return {
    ...(least && { least: isWhole ? nextMultiple(least, whole, 1) : least }),
    ...(greatest && { greatest: isWhole ? nextMultiple(greatest, whole, -1) : greatest }),
    steps: isWhole ? [whole, ...steps] : steps,
  };
}

function limitsOf(format: string): Exact[] | undefined {
  return INTEGER_FORMATS.get(format)?.map((text) => valueOf(text) as Exact);
}

function leastCommonMultiple(one: number, other: number): number {
  let [a, b] = [one, other];
  while (b !== 0) [a, b] = [b, a % b];
  return (one / a) * other;
}

function nextMultiple(bound: Bound, step: number, sign: 1 | -1): Bound {
  const { at, isOpen } = bound;
  if (typeof at === 'bigint' || !Number.isSafeInteger(Math.ceil(Math.abs(at)) + step)) return bound;
  const count = Math.ceil((sign * at) / step);
  const isOn = count * step === sign * at;
  return { at: sign * step * (isOpen && isOn ? count + 1 : count), isOpen: false };
}

/** The integers of a small range. */
export function numbersOf({ least, greatest, steps: [step] }: Range): number[] | undefined {
  const [from, to] = [least?.at, greatest?.at];
  if (typeof from !== 'number' || typeof to !== 'number') return undefined;
  if (from === to) return [from];
  if (step === undefined || !Number.isSafeInteger(step)) return undefined;
  const count = (to - from) / step + 1;
  if (count > MAX_NUMBERS) return undefined;
  return Array.from({ length: Math.max(0, count) }, (_, index) => from + index * step);
}

const MAX_NUMBERS = 100;

/** For each format of numbers, those that accept all its values. */
const WIDER_FORMATS: Readonly<Record<string, readonly string[]>> = {
  int8: ['int16', 'int32', 'int64'],
  int16: ['int32', 'int64'],
  int32: ['int64'],
  float: ['double'],
};

export function impliesOfNumbers(all: Conjunction, { keyword, value }: Atom): boolean {
  const range = rangeOf(all);
  const { least, greatest, steps } = range;
  const bound = value as Exact;
  switch (keyword) {
    case 'minimum':
      return least !== undefined && least.at >= bound;
    case 'exclusiveMinimum':
      return (
        least !== undefined && (least.at > bound || (isEqual(least.at, bound) && least.isOpen))
      );
    case 'maximum':
      return greatest !== undefined && greatest.at <= bound;
    case 'exclusiveMaximum':
      return (
        greatest !== undefined &&
        (greatest.at < bound || (isEqual(greatest.at, bound) && greatest.isOpen))
      );
    case 'multipleOf':
      return steps.some((step) => isMultiple(step, String(value)));
    case 'format':
      return isOfFormat(String(value), namesIn(all, keyword), range);
    default:
      return false;
  }
}

/** True for numbers of narrower formats, and for integers within the bounds of the format. */
function isOfFormat(
  format: string,
  own: readonly string[],
  { least, greatest, steps }: Range,
): boolean {
  if (own.some((each) => WIDER_FORMATS[each]?.includes(format) === true)) return true;
  const [from, to] = limitsOf(format) ?? [];
  if (from === undefined || to === undefined || !steps.some(Number.isSafeInteger)) return false;
  return least !== undefined && least.at >= from && greatest !== undefined && greatest.at <= to;
}
