import type { CompiledContract, CompiledMediaType } from './compiled-contract';
import { ROOT } from './json/exact-numbers';
import { parseJson } from './json/parse-json';
import { stringifyJson } from './json/stringify-json';
import { project, type Projection } from './shape';
import { validateJson, validatorOf, type ValidationError, type Validators } from './validation';

/**
 * Turns a handler's value into JSON text that holds documented properties only.
 *
 * @throws TypeError for a value that JSON cannot say, such as a function or NaN
 */
export function encodeJson(
  contract: CompiledContract,
  validators: Validators,
  media: CompiledMediaType,
  value: unknown,
): string {
  const projection: Projection = {
    shapes: contract.shapes,
    isValid: (name, branch) =>
      validateEncoded(validators, name, stringifyJson(branch)) === undefined,
    number: (number) => number,
  };
  return stringifyJson(project(projection, [media.shape], value, ROOT, ''));
}

/** The first error of a JSON text against a schema, or undefined. */
export function validateEncoded(
  validators: Validators,
  name: string,
  text: string,
): ValidationError | undefined {
  const json = parseJson(Buffer.from(text));
  if ('fault' in json) return { instancePath: '', keyword: 'type', params: {} };
  return validateJson(validatorOf(validators, name), json);
}
