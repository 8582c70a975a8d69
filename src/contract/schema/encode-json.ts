import type { CompiledContract, CompiledSchema } from '../compiled-contract';
import { ROOT } from '../json/exact-numbers';
import { parseJson } from '../json/parse-json';
import { stringifyJson } from '../json/stringify-json';
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
  schema: CompiledSchema,
  value: unknown,
): string {
  return stringifyJson(projectReply(contract, validators, schema, value));
}

/** What of a handler's value the document states. */
export function projectReply(
  contract: CompiledContract,
  validators: Validators,
  schema: CompiledSchema,
  value: unknown,
): unknown {
  const projection: Projection = {
    shapes: contract.shapes,
    isValid: (name, branch) =>
      validateEncoded(validators, name, stringifyJson(branch)) === undefined,
    number: (number) => number,
  };
  return project(projection, [schema.shape], value, ROOT, '');
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
