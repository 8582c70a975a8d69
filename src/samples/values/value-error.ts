import {
  ExactNumbers,
  parseJson,
  stringifyJson,
  type Validate,
  validateJson,
  type ValidationError,
} from '../../contract';

/** Stands for a value of which JSON cannot even be made. */
const NO_JSON: ValidationError = { instancePath: '', keyword: 'false schema', params: {} };

/** Why a validator does not take a value, with the integers that it has; undefined when it does. */
export function errorOfValue(validate: Validate, value: unknown): ValidationError | undefined {
  if (isPlainJson(value)) return validateJson(validate, { value, exact: new ExactNumbers() });
  const json = parseJson(Buffer.from(stringifyJson(value)));
  return 'fault' in json ? NO_JSON : validateJson(validate, json);
}

/** True for a value that is the same after it was JSON, with numbers that any reader has exactly. */
export function isPlainJson(value: unknown): boolean {
  switch (typeof value) {
    case 'number':
      return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
    case 'string':
    case 'boolean':
      return true;
    case 'object':
      if (Array.isArray(value)) return value.every(isPlainJson);
      return value === null || (isPlain(value) && Object.values(value).every(isPlainJson));
    default:
      return false;
  }
}

/** False for a File, a stream of items and the like. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
