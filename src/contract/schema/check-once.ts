import { EqualValues } from '../json/equal-values';
import type { ExactNumbers } from '../json/exact-numbers';
import type { Validate, ValidationContext, ValidationError } from './validation';

/**
 * Validates a value against a schema that is referred to, an object or array once: where a schema refers
 * to itself from several alternatives, each level would otherwise double the time of the one above.
 *
 * @returns the verdict; after a refusal `validate.errors` holds the error that decides alone, since the
 *   errors of alternatives would double from level to level too
 */
export function checkOnce(
  this: ValidationContext,
  validate: Validate,
  data: unknown,
  at: Parameters<Validate>[1],
): boolean {
  const value = typeof data === 'object' && data !== null ? data : undefined;
  const known = value && this.verdicts.get(value, validate);
  const verdict = known ?? verdictOf(this, validate, data, at);
  if (value !== undefined && known === undefined) this.verdicts.set(value, validate, verdict);
  if (verdict === 'valid') return true;
  // A new array each time: compiled code adds to it.
  validate.errors = [verdict];
  return false;
}

type Verdict = 'valid' | ValidationError;

function verdictOf(
  context: ValidationContext,
  validate: Validate,
  data: unknown,
  at: Parameters<Validate>[1],
): Verdict {
  return validate.call(context, data, at) ? 'valid' : decidingError(validate);
}

/**
 * The error that decides, after a refusal. Validators stop at the first fault and report what failed
 * inside a keyword before the keyword: of an `anyOf`, each alternative and then that none fits.
 */
export function decidingError({ errors }: Validate): ValidationError {
  return errors?.at(-1) ?? { instancePath: '', keyword: 'schema', params: {} };
}

/** What validators have found out about objects and arrays, while these are not changed. */
export class Verdicts {
  /** The first of them has no map of its own, since small values have one at most. */
  private first: { value: object; validate: Validate; verdict: Verdict } | undefined;
  private byValue: Map<object, Map<Validate, Verdict>> | undefined;
  private equal: EqualValues | undefined;

  get(value: object, validate: Validate): Verdict | undefined {
    const { first } = this;
    if (first?.value === value && first.validate === validate) return first.verdict;
    return this.byValue?.get(value)?.get(validate);
  }

  set(value: object, validate: Validate, verdict: Verdict): void {
    if (this.first === undefined) {
      this.first = { value, validate, verdict };
      return;
    }
    this.byValue ??= new Map();
    const verdicts = this.byValue.get(value);
    if (verdicts === undefined) this.byValue.set(value, new Map([[validate, verdict]]));
    else verdicts.set(validate, verdict);
  }

  /** @param exact of the value whose parts they are, always the same */
  equalValues(exact: ExactNumbers): EqualValues {
    return (this.equal ??= new EqualValues(exact));
  }
}
