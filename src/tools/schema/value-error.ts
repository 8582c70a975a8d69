import {
  ExactNumbers,
  parseJson,
  stringifyJson,
  type Validate,
  validateJson,
  type ValidationError,
} from 'openapi-trellis/tools';

/** The error for a value that JSON cannot represent. */
const NO_JSON: ValidationError = { instancePath: '', keyword: 'false schema', params: {} };

/** The reason why a validator rejects a value with exact integers; undefined when it accepts it. */
export function errorOfValue(validate: Validate, value: unknown): ValidationError | undefined {
  if (isPlainJson(value)) return validateJson(validate, { value, exact: new ExactNumbers() });
  const json = parseJson(Buffer.from(stringifyJson(value)));
  return 'fault' in json ? NO_JSON : validateJson(validate, json);
}

/** True for a value that survives a JSON round trip, with numbers that any reader reads exactly. */
export function isPlainJson(value: unknown): boolean {
  switch (typeof value) {
    case 'number':
      return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
    case 'string':
    case 'boolean':
      return true;
    case 'object':
      if (Array.isArray(value)) return value.every(isPlainJson);
      return value === null || (isPlainObject(value) && Object.values(value).every(isPlainJson));
    default:
      return false;
  }
}

/** False for a File, a stream of items and similar objects. */
function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
