import {
  MatchBudgetExceededError,
  type ParsedJson,
  UnavailableError,
  type Validate,
  validateJson,
  type ValidationError,
} from '../../contract';

/** Why a validator refuses a value; none where a text takes too long to match, so that nobody can say. */
export function errorOfJson(validate: Validate, json: ParsedJson): ValidationError | undefined {
  try {
    return validateJson(validate, json);
  } catch (error) {
    if (error instanceof MatchBudgetExceededError || error instanceof UnavailableError)
      return undefined;
    throw error;
  }
}
