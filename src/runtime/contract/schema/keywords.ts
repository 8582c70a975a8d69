import { canonicalText } from '../json/canonical-text';
import { isComposite } from '../json/json-values';
import { type ExactNumber, isMultiple } from '../json/parse-json';
import { regularExpression } from './regular-expression';
import type { ValidationContext } from './validation';

/**
 * Keywords by which generation replaces numeric keywords of a schema wherever doubles are too coarse. Compiled
 * validators call them; the JSON Schema validator handles everything else.
 *
 * In each, `data` is the value with its doubles; `holder` and `key` are its place.
 *
 * @see https://spec.openapis.org/registry/format/int64
 */

/** The bounds that a schema states, as decimal integers; `multipleOf` may be a fraction. */
export interface IntegerLimits {
  readonly minimum?: string;
  readonly maximum?: string;
  readonly exclusiveMinimum?: string;
  readonly exclusiveMaximum?: string;
  readonly multipleOf?: string;
}

export const INT64_MIN = -(2n ** 63n);
export const INT64_MAX = 2n ** 63n - 1n;

/** True when the text's number is an integer from -2^63 to 2^63-1 within the limits. */
export function isInt64(
  this: ValidationContext,
  data: number,
  holder: object,
  key: string | number,
  limits: IntegerLimits,
): boolean {
  const integer = exactInteger(data, this.exact.get(holder, key));
  return (
    integer !== undefined &&
    integer >= INT64_MIN &&
    integer <= INT64_MAX &&
    withinLimits(integer, limits)
  );
}

/**
 * True when the text's number is an integer equal to its double. An integer beyond 2^53 that a double cannot hold is
 * refused where the document does not specify 64 bits: accepting it would change it.
 */
export function isExactInteger(
  this: ValidationContext,
  data: number,
  holder: object,
  key: string | number,
): boolean {
  return Number.isInteger(data) && this.exact.get(holder, key) === undefined;
}

/** True when the text's number is an integer of any size. */
export function isWholeNumber(
  this: ValidationContext,
  data: number,
  holder: object,
  key: string | number,
): boolean {
  return exactInteger(data, this.exact.get(holder, key)) !== undefined;
}

/** True when the text's number is an integer within the limits. */
export function isIntegerWithin(
  this: ValidationContext,
  data: number,
  holder: object,
  key: string | number,
  limits: IntegerLimits,
): boolean {
  const integer = exactInteger(data, this.exact.get(holder, key));
  return integer !== undefined && withinLimits(integer, limits);
}

/** True when the text's number is within the limits. */
export function isWithinLimits(
  this: ValidationContext,
  data: number,
  holder: object,
  key: string | number,
  limits: IntegerLimits,
): boolean {
  const exact = this.exact.get(holder, key);
  if (exact === 'not-an-integer' && /^\d+$/.test(limits.multipleOf ?? '')) return false;
  return withinLimits(typeof exact === 'bigint' ? exact : data, limits);
}

/** True when the value equals one of those whose canonical texts are listed. */
export function isOneOf(
  this: ValidationContext,
  data: unknown,
  holder: object,
  key: string | number,
  texts: readonly string[],
): boolean {
  const longest = texts.reduce((most, { length }) => Math.max(most, length), 0);
  return !outgrows(data, longest) && texts.includes(canonicalText(data, this.exact, holder, key));
}

/**
 * True for a value whose text must be longer than `length`, by counting parts up to that: a recursive schema would
 * otherwise build the whole text again at each level.
 */
function outgrows(value: unknown, length: number): boolean {
  let parts = 0;
  const rest = [value];
  for (let next = rest.pop(); isComposite(next); next = rest.pop()) {
    const inner: readonly unknown[] = Object.values(next);
    parts += 1 + inner.length;
    if (parts > length) return true;
    for (const each of inner.filter(isComposite)) rest.push(each);
  }
  return false;
}

/** True when no two items are equal, in time linear in their text, not quadratic. */
export function hasUniqueItems(this: ValidationContext, data: readonly unknown[]): boolean {
  const values = this.verdicts.equalValues(this.exact);
  const seen = new Set<string>();
  return data.every((item, index) => seen.size < seen.add(values.textOf(item, data, index)).size);
}

function exactInteger(data: number, exact: ExactNumber | undefined): bigint | undefined {
  if (exact !== undefined) return exact === 'not-an-integer' ? undefined : exact;
  return Number.isInteger(data) ? BigInt(data) : undefined;
}

/** A number and a bigint compare by their mathematical values. */
function withinLimits(value: bigint | number, limits: IntegerLimits): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = limits;
  return (
    (minimum === undefined || value >= BigInt(minimum)) &&
    (maximum === undefined || value <= BigInt(maximum)) &&
    (exclusiveMinimum === undefined || value > BigInt(exclusiveMinimum)) &&
    (exclusiveMaximum === undefined || value < BigInt(exclusiveMaximum)) &&
    (multipleOf === undefined || isMultiple(value, multipleOf))
  );
}

/**
 * Support for `unevaluatedProperties` and `unevaluatedItems`. Compiled validators collect the evaluated properties of
 * each applicable schema, and check at the end.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-11
 */

/** The properties that one schema evaluates: all, or those of some names and patterns. */
export interface EvaluatedProperties {
  readonly all?: true;
  readonly names?: readonly string[];
  readonly patterns?: readonly string[];
}

/** True when none of the schemas evaluates the property. */
export function isUnevaluatedProperty(
  schemas: readonly EvaluatedProperties[],
  name: string,
): boolean {
  return !schemas.some(
    ({ all, names, patterns }) =>
      all === true ||
      names?.includes(name) === true ||
      patterns?.some((pattern) => regularExpression(pattern).test(name)) === true,
  );
}
