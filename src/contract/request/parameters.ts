import type { CompiledContract, CompiledParameter, ParameterLocation } from '../compiled-contract';
import { decodeJson } from '../schema/decode-json';
import { defaultValue, fillDefaults } from '../schema/fill-defaults';
import { Failure, failureKinds } from '../failure';
import { setOwn } from '../json/set-own';
import { ParameterValues, type ParameterSource } from './parameter-values';
import { emptyValue, readSent, type SentValues } from './serialization/readings';
import { keywordName } from '../schema/keyword-name';
import { describeError } from '../schema/validation-message';
import {
  validateJson,
  validatorOf,
  type ValidationError,
  type Validators,
} from '../schema/validation';

/**
 * Parameters: found in the request, read by their serialization and the types of their schema, validated
 * and decoded. A query parameter, header or cookie that the document does not name is ignored.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#parameter-object
 */

/** Decoded parameters by location and name, as a handler gets them. */
export type DecodedParameters = Readonly<
  Record<ParameterLocation, Readonly<Record<string, unknown>>>
>;

/** Decodes all parameters of an operation. @returns the first failure instead, if there is one */
export function decodeParameters(
  contract: CompiledContract,
  validators: Validators,
  parameters: readonly CompiledParameter[],
  source: ParameterSource,
): DecodedParameters | Failure {
  if (parameters.length === 0) return NO_PARAMETERS;
  const decoded: Record<ParameterLocation, Record<string, unknown>> = {
    path: {},
    query: {},
    header: {},
    cookie: {},
  };
  const values = new ParameterValues(contract, parameters, source);
  for (const parameter of parameters) {
    const value = decodeParameter(contract, validators, parameter, values);
    if (value instanceof Failure) return value;
    if (value !== undefined) setOwn(decoded[parameter.in], parameter.name, value);
  }
  return decoded;
}

/** The first fault of each parameter that has one. */
export function* parameterFailures(
  contract: CompiledContract,
  validators: Validators,
  parameters: readonly CompiledParameter[],
  source: ParameterSource,
): Generator<Failure> {
  const values = new ParameterValues(contract, parameters, source);
  for (const parameter of parameters) {
    const value = decodeParameter(contract, validators, parameter, values);
    if (value instanceof Failure) yield value;
  }
}

const NONE = Object.freeze({});
const NO_PARAMETERS: DecodedParameters = { path: NONE, query: NONE, header: NONE, cookie: NONE };

/** What stands for a parameter that was not sent, if that is one of its values. */
function absent(
  { valueTypes }: CompiledContract,
  { required, serialization }: CompiledParameter,
): SentValues | { readonly fault: string } | undefined {
  return required ? (emptyValue(valueTypes, serialization) ?? { fault: 'is missing' }) : undefined;
}

/** @returns the default, if there is one, of a parameter that is left out or whose empty value counts as left out */
function decodeParameter(
  contract: CompiledContract,
  validators: Validators,
  parameter: CompiledParameter,
  values: ParameterValues,
): unknown {
  const sent = values.of(parameter) ?? absent(contract, parameter);
  if (sent === undefined) return defaultOf(contract, validators, parameter);
  if ('fault' in sent) return invalid(parameter, sent.fault, 'required');
  const { serialization, name, projection, allowEmptyValue } = parameter;
  const validate = validatorOf(validators, parameter.validator);
  let first: ValidationError | undefined;
  const json = readSent(contract.valueTypes, serialization, name, sent, (read) => {
    fillDefaults(contract.defaults, parameter.defaults, read);
    const error = validateJson(validate, read);
    first ??= error;
    return error && describeError(error);
  });
  if (!('fault' in json)) return decodeJson(contract, validators, projection, json);
  const isEmpty = sent.values.length > 0 && sent.values.every((value) => value === '');
  return allowEmptyValue === true && isEmpty
    ? defaultOf(contract, validators, parameter)
    : invalid(parameter, json.fault, json.json && first && keywordName(first));
}

/** The value of a parameter that was not sent; generation saw that it is valid. */
function defaultOf(
  contract: CompiledContract,
  validators: Validators,
  parameter: CompiledParameter,
): unknown {
  if (parameter.default === undefined) return undefined;
  return decodeJson(contract, validators, parameter.projection, defaultValue(parameter.default));
}

function invalid(
  { in: location, name }: CompiledParameter,
  fault: string,
  keyword: string | undefined,
): Failure {
  const message = `The ${location} parameter "${name}" ${fault}`;
  const faults = [{ in: location, name, message, ...(keyword !== undefined && { keyword }) }];
  return new Failure(failureKinds.invalidParameter, message, { faults });
}
