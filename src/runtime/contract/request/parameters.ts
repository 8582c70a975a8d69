import type { CompiledContract, CompiledParameter, ParameterLocation } from '../compiled-contract';
import { MAX_FAULTS } from '../error-body/error-template';
import { Failure, failureKinds, UnavailableError, type RequestFault } from '../failure';
import type { HttpRequest } from '../http-message';
import { requestHeaders } from '../http-semantics';
import { setOwn } from '../json/json-values';
import type { ParsedJson } from '../json/parse-json';
import { decodeContent } from './decode-body';
import type { RawBody } from './request-body';
import {
  NameValues,
  parseCookies,
  parsePairs,
  parsePlainCookies,
  type NameValue,
} from './serialization/name-values';
import {
  emptyValue,
  SentReader,
  type SentValues,
  isSent,
  sentTexts,
} from './serialization/readings';
import { findingNamed, isSeveralTexts } from './serialization/sent-names';
import { isUnencoded } from './serialization/serialization';
import type { PathParameters } from '../routing/router';
import { decodeJson } from '../schema/decode-json';
import { defaultValue, validateAndFill } from '../schema/defaults';
import { MatchBudgetExceededError } from '../schema/patterns/match-budget';
import { keywordName } from '../schema/validation-message';
import {
  type SchemaContext,
  type Validate,
  type ValidationError,
  validatorOf,
} from '../schema/validation';
import { decodeHeader, decodePercent, isPercentEncoded } from '../uri';

/**
 * Parameters: found in the request, read by their serialization and the types of their schema, validated and decoded.
 * Undocumented query parameters, headers and cookies are ignored.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#parameter-object
 */

/** Decoded parameters for a handler, by location and name. */
export type DecodedParameters = Readonly<
  Record<ParameterLocation, Readonly<Record<string, unknown>>>
>;

const NONE = Object.freeze({});
const NO_PARAMETERS: DecodedParameters = { path: NONE, query: NONE, header: NONE, cookie: NONE };

interface ParameterSource {
  readonly request: HttpRequest;
  readonly pathParameters: PathParameters;
  /** The raw query string. */
  readonly query: string;
}

/** The parameters of an operation. The way to find and read each is determined once. */
export class OperationParameters {
  private readonly readers: readonly ParameterReader[];

  constructor(
    private readonly context: SchemaContext,
    parameters: readonly CompiledParameter[],
  ) {
    this.readers = parameters.map((each) => new ParameterReader(context, parameters, each));
  }

  /** Decodes all of them. @returns the first failure instead, if any */
  decode(source: ParameterSource): DecodedParameters | Failure {
    if (this.readers.length === 0) return NO_PARAMETERS;
    const decoded: Record<ParameterLocation, Record<string, unknown>> = {
      path: {},
      query: {},
      header: {},
      cookie: {},
    };
    const names = new SplitNames(source);
    for (const reader of this.readers) {
      const value = reader.decode(source, names);
      if (value instanceof Failure) return value;
      const { parameter } = reader;
      if (value !== undefined) setOwn(decoded[parameter.in], parameter.name, value);
    }
    return decoded;
  }

  /**
   * Extends a failure of the path, query or headers with all faults of its request, for a response that lists them: one
   * for each parameter and those of the body, since validators stop at the first. It costs about as much as reading the
   * request once more.
   */
  withAllFaults(failure: Failure, source: ParameterSource, body: RawBody | undefined): Failure {
    const faults: RequestFault[] = [];
    const add = (decoded: unknown): void => {
      if (decoded instanceof Failure && faults.length < MAX_FAULTS) {
        for (const each of decoded.details.faults ?? []) faults.push(each);
      }
    };
    const { contract, validators } = this.context;
    try {
      const names = new SplitNames(source);
      for (const reader of this.readers) {
        if (faults.length < MAX_FAULTS) add(reader.decode(source, names));
      }
      const isOfBody = failure.details.faults?.some((fault) => fault.in === 'body') === true;
      if (faults.length === 0 && !isOfBody) add(failure);
      const context = { contract, validators, subject: 'body', wantsAll: true } as const;
      if (body !== undefined) add(decodeContent(context, body));
    } catch (error) {
      // Give up where it takes too long: the request is refused in any case.
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
}

/** Splits the query and the cookies once for all parameters of a request. */
class SplitNames {
  private ofQuery: NameValues | undefined;
  private byCookieSplit: Map<CookieSplit, NameValues> | undefined;

  constructor(private readonly source: ParameterSource) {}

  get query(): NameValues {
    return (this.ofQuery ??= new NameValues(parsePairs(this.source.query)));
  }

  cookies(split: CookieSplit): NameValues {
    const bySplit = (this.byCookieSplit ??= new Map<CookieSplit, NameValues>());
    const known = bySplit.get(split);
    if (known !== undefined) return known;
    const names = new NameValues(split(this.source.request.headerValues(requestHeaders.cookie)));
    bySplit.set(split, names);
    return names;
  }
}

type CookieSplit = (headers: readonly string[]) => readonly NameValue[];

const splitCookies: CookieSplit = (headers) => parseCookies(headers, /;/);

/**
 * The style table separates the pairs of an exploded list or object of the style `form` with an ampersand, cookies are
 * separated by a semicolon; both are accepted there.
 */
const splitCookieLists: CookieSplit = (headers) => parseCookies(headers, /[;&]/);

/** Finds, reads, validates and decodes one parameter. */
class ParameterReader {
  private readonly find: Find;
  private readonly reader: SentReader;
  private readonly isUnencoded: boolean;
  private readonly errorOf: (json: ParsedJson) => ValidationError | undefined;

  /** @param all the parameters of the operation */
  constructor(
    private readonly context: SchemaContext,
    all: readonly CompiledParameter[],
    readonly parameter: CompiledParameter,
  ) {
    const { contract } = context;
    const { name, serialization } = parameter;
    this.find = findingOf(contract, all, parameter);
    this.reader = new SentReader(contract.valueTypes, serialization, name);
    this.isUnencoded = isUnencoded(parameter.in, serialization);
    let validate: Validate | undefined;
    const errorOf = (json: ParsedJson): ValidationError | undefined => {
      validate ??= validatorOf(context.validators, parameter.validator);
      return validateAndFill(context, parameter, json, validate);
    };
    this.errorOf = errorOf;
  }

  /** @returns the default, if any, of a parameter that is absent or whose empty value counts as absent */
  decode(source: ParameterSource, names: SplitNames): unknown {
    const { context, parameter } = this;
    const sent = this.sent(source, names);
    if (sent === undefined) return this.defaultValue();
    if ('fault' in sent) return this.invalid(sent.fault, 'required');
    const json = this.reader.read(sent, this.errorOf);
    if (!('fault' in json)) return decodeJson(context, parameter.projection, json);
    const isEmpty = sent.values.length > 0 && sent.values.every((value) => value === '');
    return parameter.allowEmptyValue === true && isEmpty
      ? this.defaultValue()
      : this.invalid(json.fault, json.error && keywordName(json.error));
  }

  /** The sent texts, or those of an absent object without properties where the schema allows it. */
  private sent(
    source: ParameterSource,
    names: SplitNames,
  ): SentValues | { readonly fault: string } | undefined {
    const { required, serialization } = this.parameter;
    const sent = this.find(source, names);
    if (isSent(sent)) {
      const isReadable = this.isUnencoded || sentTexts(sent).every(isPercentEncoded);
      return isReadable ? sent : { fault: 'is not percent-encoded UTF-8' };
    }
    if (!required) return undefined;
    return emptyValue(this.context.contract.valueTypes, serialization) ?? { fault: 'is missing' };
  }

  /** The default of an absent parameter; generation validated it. */
  private defaultValue(): unknown {
    const { projection, default: text } = this.parameter;
    return text === undefined
      ? undefined
      : decodeJson(this.context, projection, defaultValue(text));
  }

  private invalid(fault: string, keyword: string | undefined): Failure {
    const { in: location, name } = this.parameter;
    const message = `The ${location} parameter "${name}" ${fault}`;
    const faults = [{ in: location, name, message, ...(keyword !== undefined && { keyword }) }];
    return new Failure(failureKinds.invalidParameter, message, { faults });
  }
}

type Find = (source: ParameterSource, names: SplitNames) => SentValues;

/**
 * The way to find a parameter of an operation. Texts that no parameter claims are ignored.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#parameter-locations
 */
function findingOf(
  contract: CompiledContract,
  all: readonly CompiledParameter[],
  parameter: CompiledParameter,
): Find {
  const { name } = parameter;
  switch (parameter.in) {
    case 'path':
      return ({ pathParameters: { names, values } }) => {
        const value = values[names.lastIndexOf(name)];
        return { values: value === undefined ? [] : [value], decode: decodePercent };
      };
    case 'header': {
      const lowerCase = name.toLowerCase();
      return ({ request }) => ({
        values: request.headerValues(lowerCase),
        decode: decodeHeader,
      });
    }
    case 'query': {
      const of = namedFinding(contract, all, parameter);
      return (_, names) => of(names.query);
    }
    case 'cookie':
      return cookieFinding(contract, all, parameter);
  }
}

function cookieFinding(
  contract: CompiledContract,
  all: readonly CompiledParameter[],
  parameter: CompiledParameter,
): Find {
  const { serialization } = parameter;
  const isPlain = isUnencoded(parameter.in, serialization);
  const isList = isSeveralTexts(contract.valueTypes, serialization);
  const split = isPlain ? parsePlainCookies : isList ? splitCookieLists : splitCookies;
  const of = namedFinding(contract, all, parameter, isPlain ? String : decodePercent);
  return (_, names) => {
    const sent = of(names.cookies(split));
    // A cookie may be set for several paths; the one with the longest path comes first.
    return isList ? sent : { ...sent, values: sent.values.slice(0, 1) };
  };
}

/** The way to find a query or cookie parameter by name. */
function namedFinding(
  { valueTypes, securitySchemes }: CompiledContract,
  all: readonly CompiledParameter[],
  parameter: CompiledParameter,
  decode?: (text: string) => string,
): (names: NameValues) => SentValues {
  const location = parameter.in;
  const others = all.filter((other) => other.in === location);
  const isKey = (name: string): boolean =>
    Object.values(securitySchemes).some(
      (scheme) => scheme.type === 'apiKey' && scheme.in === location && scheme.name === name,
    );
  return findingNamed(valueTypes, parameter, others, isKey, decode);
}
