import { strings } from '../../../generate/index';

/** Keywords that bound a number, or an amount. */
export const LOWER_BOUND = /^(?:minimum|exclusiveMinimum|min[LIP]\w+)$/;
export const UPPER_BOUND = /^(?:maximum|exclusiveMaximum|max[LIP]\w+)$/;

/** Each format of numbers, and those that take all that it takes. */
const WIDER_FORMATS: Readonly<Record<string, readonly string[]>> = {
  int8: ['int16', 'int32', 'int64'],
  int16: ['int32', 'int64'],
  int32: ['int64'],
  float: ['double'],
};

/**
 * True where an assertion is shown to take no more than another of the same keyword.
 *
 * @param own its value, as canonical JSON text; undefined where there is none
 */
export function isStricter(keyword: string, own: string | undefined, other: string): boolean {
  if (own === undefined) return false;
  const one: unknown = JSON.parse(own);
  const two: unknown = JSON.parse(other);
  // Numbers that are the same but for rounding are not shown to differ.
  if (LOWER_BOUND.test(keyword)) return Number(one) > Number(two);
  if (UPPER_BOUND.test(keyword)) return Number(one) < Number(two);
  if (keyword === 'format') return WIDER_FORMATS[String(one)]?.includes(String(two)) === true;
  if (keyword === 'required') return strings(two).every((name) => strings(one).includes(name));
  if (keyword !== 'type' && keyword !== 'enum') return false;
  return strings(one).every((each) => strings(two).includes(each));
}
