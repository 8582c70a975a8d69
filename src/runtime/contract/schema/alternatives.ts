import {
  checkOnce,
  type Validate,
  type ValidationContext,
  type ValidationError,
} from './validation';

/** Functions that compiled validators call for an `anyOf` or `oneOf` with very many alternatives. */

type At = Parameters<Validate>[1];

interface Validator {
  readonly validate: Validate;
}

/**
 * Validates a value against a long `anyOf` or `oneOf` that is split into parts, each a schema of some alternatives.
 *
 * @returns null when the value is valid, else the errors of the alternatives, followed by that of the keyword
 */
export function faultsOfAlternatives(
  this: ValidationContext,
  keyword: 'anyOf' | 'oneOf',
  parts: readonly Validator[],
  data: unknown,
  at: At,
): readonly ValidationError[] | null {
  const faults: ValidationError[] = [];
  const fault = (params: ValidationError['params']): ValidationError[] => [
    ...faults,
    { instancePath: at.instancePath, keyword, params },
  ];
  const fitting: number[] = [];
  for (const [index, { validate }] of parts.entries()) {
    if (validate.call(this, data, at)) {
      if (keyword === 'anyOf') return null;
      fitting.push(index);
      if (fitting.length > 1) return fault({ passingSchemas: fitting });
      continue;
    }
    const errors = validate.errors ?? [];
    const last = errors.at(-1);
    if (Array.isArray(last?.params.passingSchemas)) return [...faults, ...errors];
    for (const error of errors.slice(0, -1)) faults.push(error);
  }
  return fitting.length === 1 ? null : fault(keyword === 'oneOf' ? { passingSchemas: null } : {});
}

/** Counts the alternatives that a value matches, up to `most`. */
export function countFitting(
  this: ValidationContext,
  most: number,
  alternatives: readonly Validator[],
  data: unknown,
  at: At,
): number {
  let count = 0;
  for (const { validate } of alternatives) {
    if (checkOnce.call(this, validate, data, at)) count += 1;
    if (count === most) break;
  }
  return count;
}
