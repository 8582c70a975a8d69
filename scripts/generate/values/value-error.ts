import {
  parseJson,
  stringifyJson,
  type Validate,
  validateJson,
  type ValidationError,
} from '../../../src/contract';

/** Stands for a value of which JSON cannot even be made. */
const NO_JSON: ValidationError = { instancePath: '', keyword: 'false schema', params: {} };

/** Why a validator does not take a value, with the integers that it has; undefined when it does. */
export function errorOfValue(validate: Validate, value: unknown): ValidationError | undefined {
  const json = parseJson(Buffer.from(stringifyJson(value)));
  return 'fault' in json ? NO_JSON : validateJson(validate, json);
}
