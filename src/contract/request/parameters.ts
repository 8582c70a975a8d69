import type { CompiledContract, CompiledParameter, ParameterLocation } from '../compiled-contract';
import { decodeJson } from '../schema/decode-json';
import { Failure, failureKinds } from '../failure';
import { setOwn } from '../json/set-own';
import { ParameterTexts, type ParameterSource } from './parameter-texts';
import { FormTexts } from './text/form-texts';
import { readTexts, type SentTexts } from './text/read-texts';
import { isMerged } from './text/text-types';
import { describeError } from '../schema/validation-message';
import { validateJson, validatorOf, type Validators } from '../schema/validation';

/**
 * Parameters: found in the request, read by style and by the types of their schema, validated and
 * decoded. A query parameter, header or cookie that the document does not name is ignored.
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
  const texts = new ParameterTexts(contract, parameters, source);
  for (const parameter of parameters) {
    const sent = texts.of(parameter) ?? absent(contract, parameter);
    if (sent === undefined && parameter.required) return invalid(parameter, 'is missing');
    if (sent === undefined) continue;
    if ('fault' in sent) return invalid(parameter, sent.fault);
    const value = decodeParameter(contract, validators, parameter, sent);
    if (value instanceof Failure) return value;
    if (value !== undefined) setOwn(decoded[parameter.in], parameter.name, value);
  }
  return decoded;
}

const NONE = Object.freeze({});
const NO_PARAMETERS: DecodedParameters = { path: NONE, query: NONE, header: NONE, cookie: NONE };

/** A required object without properties is written as nothing when it is exploded. */
function absent(
  { textTypes: table }: CompiledContract,
  { required, text }: CompiledParameter,
): SentTexts | undefined {
  if (!required || !isMerged(table, text)) return undefined;
  return { values: [], properties: new FormTexts([]), decode: String };
}

/** @returns undefined for an empty value that counts as left out */
function decodeParameter(
  contract: CompiledContract,
  validators: Validators,
  parameter: CompiledParameter,
  sent: SentTexts,
): unknown {
  const { text, name, projection, allowEmptyValue } = parameter;
  const validate = validatorOf(validators, parameter.validator);
  let fault: string | undefined;
  for (const json of readTexts(contract.textTypes, text, name, sent)) {
    if ('fault' in json) {
      fault ??= json.fault;
      continue;
    }
    const error = validateJson(validate, json);
    if (error === undefined) return decodeJson(contract, validators, projection, json);
    fault ??= describeError(error);
  }
  const isEmpty = sent.values.length > 0 && sent.values.every((value) => value === '');
  return allowEmptyValue === true && isEmpty ? undefined : invalid(parameter, fault ?? '');
}

function invalid(parameter: CompiledParameter, fault: string): Failure {
  return new Failure(
    failureKinds.invalidParameter,
    `The ${parameter.in} parameter "${parameter.name}" ${fault}`,
  );
}
