import type { CompiledResponse } from '../compiled-contract';
import { projectResponse, validateEncoded } from '../schema/encode-json';
import { HTTP_FIELDS, responseHeaders } from '../http-semantics';
import { stringifyJson } from '../json/json-values';
import { keywordName, describeError } from '../schema/validation-message';
import { memoize } from '../memoize';
import type { FaultOf, ResponseRules } from './undocumented';

/**
 * Response headers, encoded by their schemas; undocumented ones are dropped.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#header-object
 */

/** A header's value; a list becomes one line for each value. */
type FieldValue = string | readonly string[];

/** The headers that a handler returns, by name. */
type GivenHeaders = Readonly<Record<string, unknown>>;

/** Headers of the connection, which the host sets even if a document describes them. */
const CONNECTION_HEADERS: ReadonlySet<string> = new Set(['connection', 'transfer-encoding']);

const FIELDS_OF_HTTP = new Map(HTTP_FIELDS.map((name) => [name.toLowerCase(), name]));

/** The encoding of an HTTP field that the document does not describe. */
const AS_GIVEN = { json: false, explode: false };

const documentedNames = memoize(
  ({ headers }: CompiledResponse) =>
    new Set(Object.keys(headers).map((name) => name.toLowerCase())),
);

/**
 * The names of headers that neither the response nor HTTP describes. Content-Type is always one of them: its
 * description in a document is ignored.
 */
export function undocumentedHeaders(response: CompiledResponse, given: GivenHeaders): string[] {
  const documented = documentedNames(response);
  return Object.keys(given).filter((name) => {
    const lowerCase = name.toLowerCase();
    const isKnown = [documented, CONNECTION_HEADERS, FIELDS_OF_HTTP].some((names) =>
      names.has(lowerCase),
    );
    return !isKnown && given[name] !== undefined;
  });
}

/** The names of required headers that are absent. */
export function missingHeaders(response: CompiledResponse, given: GivenHeaders): string[] {
  const names = new Set(Object.keys(given).map((name) => name.toLowerCase()));
  const stated = Object.entries(response.headers);
  return stated.flatMap(([name, { required }]) =>
    required && !names.has(name.toLowerCase()) ? [name] : [],
  );
}

/**
 * Encodes the headers that the response describes, and the fields of HTTP.
 *
 * @throws the error of `fault` for a header that is missing, cannot be sent or, where responses are validated, is
 *   invalid
 */
export function encodeHeaders(
  rules: ResponseRules,
  response: CompiledResponse,
  given: GivenHeaders | undefined,
  fault: FaultOf,
): Record<string, FieldValue> {
  const stated = Object.entries(response.headers);
  if (given === undefined && stated.length === 0) return {};
  const byLowerCase = new Map(
    Object.entries(given ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const headers: Record<string, FieldValue> = {};
  const set = (name: string, header: typeof AS_GIVEN, value: unknown): void => {
    const text = fieldValue(name, header, value);
    if (![text].flat().every((line) => FIELD_VALUE.test(line))) {
      throw fault(`gave the header "${name}" a character that no header may contain`);
    }
    headers[sentName(name)] = text;
  };
  const documented = documentedNames(response);
  for (const [name, value] of byLowerCase) {
    const field = documented.has(name) ? undefined : FIELDS_OF_HTTP.get(name);
    if (field !== undefined && value !== undefined) set(field, AS_GIVEN, value);
  }
  for (const [name, header] of stated) {
    const value = byLowerCase.get(name.toLowerCase());
    if (value === undefined) {
      if (header.required) throw fault(`left out the header "${name}"`);
      continue;
    }
    const projected = projectResponse(rules, header, value);
    const error = rules.validateResponses
      ? validateEncoded(rules.validators, header.validator, stringifyJson(projected))
      : undefined;
    if (error !== undefined)
      throw fault(`gave the header "${name}", which ${describeError(error)}`, keywordName(error));
    set(name, header, projected);
  }
  return headers;
}

/** One spelling of Content-Length, whose value the host overwrites. */
function sentName(name: string): string {
  const { contentLength } = responseHeaders;
  return name.toLowerCase() === contentLength.toLowerCase() ? contentLength : name;
}

/** Visible characters, space and tab, as a field value may hold them (RFC 9110, section 5.5). */
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Cookies are the only list whose items cannot share one line (RFC 6265, section 3). */
function fieldValue(name: string, header: typeof AS_GIVEN, value: unknown): FieldValue {
  if (header.json) return escapeBeyondAscii(stringifyJson(value));
  if (name.toLowerCase() === responseHeaders.setCookie.toLowerCase() && Array.isArray(value)) {
    return value.map(simpleText);
  }
  return simpleStyle(value, header.explode);
}

/**
 * Items and members separated by commas.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#style-examples
 */
function simpleStyle(value: unknown, explode: boolean): string {
  if (Array.isArray(value)) return value.map(simpleText).join(',');
  if (typeof value !== 'object' || value === null || value instanceof Date)
    return simpleText(value);
  const separator = explode ? '=' : ',';
  return Object.entries(value)
    .map(([name, member]) => `${name}${separator}${simpleText(member)}`)
    .join(',');
}

function simpleText(value: unknown): string {
  if (value === null) return '';
  if (value instanceof Date) return value.toJSON();
  return typeof value === 'string' ? value : stringifyJson(value);
}

function escapeBeyondAscii(json: string): string {
  return json.replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
