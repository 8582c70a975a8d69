import { cut, describeError, type ValidationError } from '../../contract';

/** Characters of what a validator says: lists of values may be long. */
const MOST_SAID = 300;

/** Why a value is refused, as the end of a sentence. */
export function errorText(error: ValidationError): string {
  return `the value ${cut(describeError(error), MOST_SAID)}`;
}
