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
  const formats = namesIn(all, 'format').map((format) => limitsOf(format) ?? []);
  /** The tightest bound of a side. @param index of the limit of formats; the greatest bound is the tightest for 0 */
  const tightest = (closed: string, open: string, index: 0 | 1): Bound | undefined =>
    [
      ...all.flatMap(({ keyword, value }): Bound[] =>
        keyword === closed || keyword === open
          ? [{ at: value as Exact, isOpen: keyword === open }]
          : [],
      ),
      ...formats.flatMap(({ [index]: at }) => (at === undefined ? [] : [{ at, isOpen: false }])),
    ].toSorted((a, b) =>
      a.at === b.at ? Number(b.isOpen) - Number(a.isOpen) : a.at > b.at === (index === 0) ? -1 : 1,
    )[0];
  const steps = [...new Set(amounts(all, 'multipleOf'))];
  const whole = steps.filter(Number.isSafeInteger).reduce((a, b) => leastCommonMultiple(a, b), 1);
  const isWhole = steps.some(Number.isSafeInteger) && Number.isSafeInteger(whole);
  const least = tightest('minimum', 'exclusiveMinimum', 0);
  const greatest = tightest('maximum', 'exclusiveMaximum', 1);
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
  const isExact = [from, to, step].every(Number.isSafeInteger);
  if (step === undefined || !isExact || from % step !== 0) return undefined;
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

/** True for a step or a format that numbers have. */
export function haveNumbers(all: Conjunction, { keyword, value }: Atom): boolean {
  const range = rangeOf(all);
  if (keyword === 'format') return isOfFormat(String(value), namesIn(all, keyword), range);
  return keyword === 'multipleOf' && range.steps.some((step) => isMultiple(step, String(value)));
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
