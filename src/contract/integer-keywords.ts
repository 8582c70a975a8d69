import type { ExactNumber } from './json/exact-numbers';
import type { ValidationContext } from './validation';

/**
 * The keywords to which generation turns each `type: integer`, because doubles cannot say what an
 * integer of 64 bits is. Compiled validators call them.
 *
 * @see https://spec.openapis.org/registry/format/int64
 */

/** The bounds that a schema states beside `format: int64`, as decimal integers. */
export interface Int64Limits {
  readonly minimum?: string;
  readonly maximum?: string;
  readonly exclusiveMinimum?: string;
  readonly exclusiveMaximum?: string;
  readonly multipleOf?: string;
  /** The values of `enum` or `const`. */
  readonly enum?: readonly string[];
}

export const INT64_MIN = -(2n ** 63n);
export const INT64_MAX = 2n ** 63n - 1n;

/**
 * True when the number of the text is an integer from -2^63 to 2^63-1 within the limits.
 *
 * @param data the double; `holder` and `key` say where it stands
 */
export function isInt64(
  this: ValidationContext,
  data: number,
  holder: object,
  key: string | number,
  limits: Int64Limits,
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
 * True when the double is the number of the text and an integer. An integer beyond 2^53 that a double
 * cannot hold is refused where the document does not ask for 64 bits: to take it would be to change it.
 */
export function isExactInteger(
  this: ValidationContext,
  data: number,
  holder: object,
  key: string | number,
): boolean {
  return Number.isInteger(data) && this.exact.get(holder, key) === undefined;
}

function exactInteger(data: number, exact: ExactNumber | undefined): bigint | undefined {
  if (exact !== undefined) return exact === 'not-an-integer' ? undefined : exact;
  return Number.isInteger(data) ? BigInt(data) : undefined;
}

function withinLimits(integer: bigint, limits: Int64Limits): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = limits;
  return (
    (minimum === undefined || integer >= BigInt(minimum)) &&
    (maximum === undefined || integer <= BigInt(maximum)) &&
    (exclusiveMinimum === undefined || integer > BigInt(exclusiveMinimum)) &&
    (exclusiveMaximum === undefined || integer < BigInt(exclusiveMaximum)) &&
    (multipleOf === undefined || integer % BigInt(multipleOf) === 0n) &&
    (limits.enum === undefined || limits.enum.some((value) => BigInt(value) === integer))
  );
}
