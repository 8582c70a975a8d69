import type { Validate, ValidationContext, ValidationError } from './validation';

/**
 * Validates an object or array against a schema that is referred to, once: where a schema refers to
 * itself from several alternatives, each level would otherwise double the time of the one above.
 *
 * @returns the verdict; `validate.errors` holds the errors, as after a call
 */
export function checkOnce(
  this: ValidationContext,
  validate: Validate,
  data: unknown,
  at: Parameters<Validate>[1],
): boolean {
  if (typeof data !== 'object' || data === null) return validate.call(this, data, at);
  const known = this.verdicts.get(data, validate);
  if (known === undefined) {
    const valid = validate.call(this, data, at);
    this.verdicts.set(data, validate, valid ? null : (validate.errors ?? []));
    return valid;
  }
  validate.errors = known;
  return known === null;
}

/** What validators have said of values, while they are not changed: null where they are valid. */
export class Verdicts {
  private readonly byValue = new Map<object, Map<Validate, readonly ValidationError[] | null>>();

  get(value: object, validate: Validate): readonly ValidationError[] | null | undefined {
    return this.byValue.get(value)?.get(validate);
  }

  set(value: object, validate: Validate, errors: readonly ValidationError[] | null): void {
    const verdicts = this.byValue.get(value);
    if (verdicts === undefined) this.byValue.set(value, new Map([[validate, errors]]));
    else verdicts.set(validate, errors);
  }
}
