import type { CompiledContract, CompiledParameter, ParameterLocation } from './compiled-contract';
import { decodeJson } from './decode-json';
import { Failure, failureKinds } from './failure';
import { requestHeaders } from './header-names';
import type { HttpRequest } from './http-message';
import { ExactNumbers, ROOT } from './json/exact-numbers';
import type { ParsedJson } from './json/parse-json';
import { readText } from './read-text';
import type { PathParameters } from './router';
import { describeError } from './validation-message';
import { validateJson, validatorOf, type Validators } from './validation';

/**
 * Parameters: found in the request, read by the type of their schema, validated and decoded.
 * A query parameter that the document does not name is ignored.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#style-values
 */

/** Decoded parameters by location and name, as a handler gets them. */
export type DecodedParameters = Readonly<
  Record<ParameterLocation, Readonly<Record<string, unknown>>>
>;

/** Where the texts of parameters are found. */
export interface ParameterSource {
  readonly request: HttpRequest;
  readonly path: PathParameters;
  /** The raw query string. */
  readonly query: string;
}

/** Decodes all parameters of an operation. @returns the first failure instead, if there is one */
export function decodeParameters(
  contract: CompiledContract,
  validators: Validators,
  parameters: readonly CompiledParameter[],
  source: ParameterSource,
): DecodedParameters | Failure {
  const decoded: Record<ParameterLocation, Record<string, unknown>> = {
    path: {},
    query: {},
    header: {},
    cookie: {},
  };
  const texts = parameters.length === 0 ? undefined : new ParameterTexts(source);
  for (const parameter of parameters) {
    const value = decodeParameter(contract, validators, parameter, texts?.of(parameter) ?? []);
    if (value instanceof Failure) return value;
    if (value !== undefined) decoded[parameter.in][parameter.name] = value;
  }
  return decoded;
}

function decodeParameter(
  contract: CompiledContract,
  validators: Validators,
  parameter: CompiledParameter,
  texts: readonly string[],
): unknown {
  const [first] = texts;
  if (first === undefined) return parameter.required ? missing(parameter) : undefined;
  if (!parameter.array && texts.length > 1) return invalid(parameter, 'is given more than once');
  const json = parameter.array ? readArray(parameter, texts) : readPrimitive(parameter, first);
  const error = validateJson(validatorOf(validators, parameter.validator), json);
  if (error !== undefined) return invalid(parameter, describeError(error));
  return decodeJson(contract, validators, parameter.shape, json);
}

function missing(parameter: CompiledParameter): Failure {
  return new Failure(
    failureKinds.invalidParameter,
    `The ${parameter.in} parameter "${parameter.name}" is missing`,
  );
}

function invalid(parameter: CompiledParameter, fault: string): Failure {
  return new Failure(
    failureKinds.invalidParameter,
    `The ${parameter.in} parameter "${parameter.name}" ${fault}`,
  );
}

/** The texts of parameters; query and cookies are split once for all of them. */
class ParameterTexts {
  private query: URLSearchParams | undefined;
  private cookies: ReadonlyMap<string, string> | undefined;

  constructor(private readonly source: ParameterSource) {}

  of(parameter: CompiledParameter): readonly string[] {
    const { name } = parameter;
    switch (parameter.in) {
      case 'path': {
        const value = this.source.path[name];
        return value === undefined ? [] : [value];
      }
      case 'query':
        this.query ??= new URLSearchParams(this.source.query);
        return this.query.getAll(name);
      case 'header': {
        const values = this.source.request.headerValues(name.toLowerCase());
        return parameter.array && values.length > 1 ? [values.join(',')] : values;
      }
      case 'cookie': {
        this.cookies ??= parseCookies(this.source.request);
        const value = this.cookies.get(name);
        return value === undefined ? [] : [value];
      }
    }
  }
}

/** @see https://www.rfc-editor.org/rfc/rfc6265#section-4.2.1 */
function parseCookies(request: HttpRequest): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of request.headerValues(requestHeaders.cookie).join(';').split(';')) {
    const separator = pair.indexOf('=');
    if (separator < 0) continue;
    const name = pair.slice(0, separator).trim();
    if (!cookies.has(name)) cookies.set(name, pair.slice(separator + 1).trim());
  }
  return cookies;
}

function readPrimitive(parameter: CompiledParameter, text: string): ParsedJson {
  const exact = new ExactNumbers();
  return { value: readText(parameter.types, text, exact, ROOT, ''), exact };
}

function readArray(parameter: CompiledParameter, texts: readonly string[]): ParsedJson {
  const exact = new ExactNumbers();
  const repeated = parameter.in === 'query' && parameter.explode;
  const items = repeated ? texts : texts.flatMap((text) => (text === '' ? [] : text.split(',')));
  const value: unknown[] = [];
  items.forEach((item, index) => {
    value.push(readText(parameter.types, item.trim(), exact, value, String(index)));
  });
  return { value, exact };
}
