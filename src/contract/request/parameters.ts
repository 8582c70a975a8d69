import type { CompiledContract, CompiledParameter, ParameterLocation } from '../compiled-contract';
import { MAX_FAULTS } from '../error-body/error-template';
import { Failure, failureKinds, isFailure, UnavailableError, type RequestFault } from '../failure';
import type { HttpRequest } from '../http-message';
import { requestHeaders } from '../http-semantics';
import { setOwn } from '../json/json-values';
import { decodeContent } from './decode-body';
import type { RawBody } from './request-body';
import {
  NameValues,
  parseCookies,
  parsePairs,
  parsePlainCookies,
  type NameValue,
} from './serialization/name-values';
import { emptyValue, readSent, type SentValues, isSent, sentTexts } from './serialization/readings';
import { isSeveralTexts, SentNames } from './serialization/sent-names';
import { isUnencoded } from './serialization/serialization';
import type { PathParameters } from '../routing/router';
import { decodeJson } from '../schema/decode-json';
import { defaultValue, validateAndFill } from '../schema/defaults';
import { MatchBudgetExceededError } from '../schema/patterns/match-budget';
import { keywordName } from '../schema/validation-message';
import type { SchemaContext } from '../schema/validation';
import { decodeHeader, decodePercent, isPercentEncoded } from '../uri';

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
  context: SchemaContext,
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
  const values = new ParameterValues(context.contract, parameters, source);
  for (const parameter of parameters) {
    const value = decodeParameter(context, parameter, values);
    if (value instanceof Failure) return value;
    if (value !== undefined) setOwn(decoded[parameter.in], parameter.name, value);
  }
  return decoded;
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
  context: SchemaContext,
  parameter: CompiledParameter,
  values: ParameterValues,
): unknown {
  const { contract } = context;
  const sent = values.of(parameter) ?? absent(contract, parameter);
  if (sent === undefined) return defaultOf(context, parameter);
  if ('fault' in sent) return invalid(parameter, sent.fault, 'required');
  const { serialization, name, projection, allowEmptyValue } = parameter;
  const json = readSent(contract.valueTypes, serialization, name, sent, (read) =>
    validateAndFill(context, parameter, read),
  );
  if (!('fault' in json)) return decodeJson(context, projection, json);
  const isEmpty = sent.values.length > 0 && sent.values.every((value) => value === '');
  return allowEmptyValue === true && isEmpty
    ? defaultOf(context, parameter)
    : invalid(parameter, json.fault, json.error && keywordName(json.error));
}

/** The value of a parameter that was not sent; generation saw that it is valid. */
function defaultOf(context: SchemaContext, parameter: CompiledParameter): unknown {
  if (parameter.default === undefined) return undefined;
  return decodeJson(context, parameter.projection, defaultValue(parameter.default));
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

/** Where parameters are found. */
interface ParameterSource {
  readonly request: HttpRequest;
  /** Raw, by the name in the path template. */
  readonly pathParameters: PathParameters;
  /** The raw query string. */
  readonly query: string;
}

/**
 * Finds what was sent for each parameter of an operation, still encoded. Query and cookies are split
 * once for all of them. What no parameter takes is ignored.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#parameter-locations
 */
class ParameterValues {
  private readonly split = new Map<string, SentNames>();

  /** @param parameters all of the operation */
  constructor(
    private readonly contract: CompiledContract,
    private readonly parameters: readonly CompiledParameter[],
    private readonly source: ParameterSource,
  ) {}

  /** @returns undefined when nothing was sent; a fault when its percent-encoding is broken */
  of(parameter: CompiledParameter): SentValues | { readonly fault: string } | undefined {
    const sent = this.find(parameter);
    if (!isSent(sent)) return undefined;
    const isReadable =
      isUnencoded(parameter.in, parameter.serialization) || sentTexts(sent).every(isPercentEncoded);
    return isReadable ? sent : { fault: 'is not percent-encoded UTF-8' };
  }

  private find(parameter: CompiledParameter): SentValues {
    const { name, serialization } = parameter;
    switch (parameter.in) {
      case 'path': {
        const value = this.source.pathParameters[name];
        const values = value === undefined ? [] : [value];
        return { values, decode: decodePercent };
      }
      case 'header': {
        const values = this.source.request.headerValues(name.toLowerCase());
        return { values, decode: decodeHeader };
      }
      case 'query':
        return this.names('query', () => parsePairs(this.source.query)).of(parameter);
      case 'cookie': {
        const isList = isSeveralTexts(this.contract.valueTypes, serialization);
        const sent = this.cookies(parameter, isList);
        // A cookie may be set for several paths; the one of the longest comes first.
        return isList ? sent : { ...sent, values: sent.values.slice(0, 1) };
      }
    }
  }

  /**
   * The style table has an ampersand between the pairs of an exploded list or object of the style `form`,
   * cookies have a semicolon; both are taken there.
   */
  private cookies(parameter: CompiledParameter, isList: boolean): SentValues {
    const headers = this.source.request.headerValues(requestHeaders.cookie);
    if (isUnencoded(parameter.in, parameter.serialization)) {
      return this.names('cookie', () => parsePlainCookies(headers), ' plain').of(parameter, String);
    }
    const [separator, kind] = isList ? [/[;&]/, ' lists'] : [/;/, ''];
    return this.names('cookie', () => parseCookies(headers, separator), kind).of(
      parameter,
      decodePercent,
    );
  }

  /** The names of the query or of the cookies, split once for each kind of reading. */
  private names(
    location: 'query' | 'cookie',
    pairs: () => readonly NameValue[],
    kind = '',
  ): SentNames {
    const key = location + kind;
    const known = this.split.get(key);
    if (known !== undefined) return known;
    const { valueTypes, securitySchemes } = this.contract;
    const isKey = (name: string): boolean =>
      Object.values(securitySchemes).some(
        (scheme) => scheme.type === 'apiKey' && scheme.in === location && scheme.name === name,
      );
    const all = this.parameters.filter((parameter) => parameter.in === location);
    const names = new SentNames(valueTypes, new NameValues(pairs()), all, isKey);
    this.split.set(key, names);
    return names;
  }
}

/**
 * A failure of the path, the query or the headers with all faults of its request, for a response that
 * lists them: one of each parameter and one of the body, since validators stop at the first. It takes no
 * longer than to read the request once more.
 */
export function withAllFaults(
  { contract, validators }: SchemaContext,
  failure: Failure,
  parameters: readonly CompiledParameter[],
  source: ParameterSource,
  body: RawBody | undefined,
): Failure {
  const faults: RequestFault[] = [];
  const add = (decoded: unknown): void => {
    if (isFailure(decoded) && faults.length < MAX_FAULTS) {
      for (const each of decoded.details.faults ?? []) faults.push(each);
    }
  };
  const context = { contract, validators, subject: 'body', wantsAll: true } as const;
  try {
    const values = new ParameterValues(contract, parameters, source);
    for (const parameter of parameters) {
      if (faults.length < MAX_FAULTS) add(decodeParameter(context, parameter, values));
    }
    const isOfBody = failure.details.faults?.some((fault) => fault.in === 'body') === true;
    if (faults.length === 0 && !isOfBody) add(failure);
    if (body !== undefined) add(decodeContent(context, body));
  } catch (error) {
    // What takes too long to look into is not worth it: the request is refused in any case.
    const isTooMuch =
      error instanceof MatchBudgetExceededError || error instanceof UnavailableError;
    if (!isTooMuch) throw error;
  }
  if (faults.length < 2) return failure;
  return new Failure(failure.kind, failure.message, {
    ...failure.details,
    faults: faults.slice(0, MAX_FAULTS),
  });
}
