import { decidingError, type Validate, type ValidationContext, type Verdict } from './validation';

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

function verdictOf(
  context: ValidationContext,
  validate: Validate,
  data: unknown,
  at: Parameters<Validate>[1],
): Verdict {
  return validate.call(context, data, at) ? 'valid' : decidingError(validate);
}
