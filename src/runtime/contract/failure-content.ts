import { STATUS_CODES } from 'node:http';
import type {
  CompiledErrorContent,
  CompiledOperation,
  CompiledResponse,
  ValidatorName,
} from './compiled-contract';
import type { ErrorFacts } from './error-body/error-details';
import {
  templatesFor,
  type ErrorTemplate,
  factsOf,
  fillTemplate,
  cut,
} from './error-body/error-template';
import type { Failure } from './failure';
import { stringifyJson } from './json/json-values';
import { escapeMarkup } from './markup';
import { isRange } from './media-type';
import { errorContents } from './response/response';
import type { ResponseRules } from './response/undocumented';
import { validateEncoded, encodeJson } from './schema/encode-json';
import { describeError } from './schema/validation-message';
import type { ValidationError } from './schema/validation';

export interface FailureContent {
  /** Absent where the document states no content, or none that can express an error. */
  readonly content?: { readonly mediaType: string; readonly body: string };
  /** Deviations from the document, each as the end of a sentence. */
  readonly faults: readonly string[];
}

/**
 * The content of the response for a failure: the body of the service's own `errorBody`, if it matches; else the first
 * generated body that matches the document; else `{ error, message }`, since a client is better served by an
 * undocumented error than by none.
 *
 * @param operation absent for a request without an operation
 * @param status the status that is sent
 */
export function failureContent(
  rules: ResponseRules,
  operation: CompiledOperation | undefined,
  response: CompiledResponse,
  failure: Failure,
  status: number,
): FailureContent {
  const facts = factsOf(failure, status, operation);
  const mapped = mappedBody(rules, response, facts);
  if (mapped?.content !== undefined) return { content: mapped.content, faults: [] };
  const { content, faults } =
    derivedContent(rules, response, facts) ?? usual(rules, response, facts);
  return { ...(content && { content }), faults: [...(mapped?.faults ?? []), ...faults] };
}

function derivedContent(
  rules: ResponseRules,
  { errors = [] }: CompiledResponse,
  facts: ErrorFacts,
): FailureContent | undefined {
  for (const error of errors) {
    const content = contentOf(rules, error, facts);
    if (content !== undefined) return content;
  }
  return undefined;
}

/** The content of one media type; undefined when no body matches. */
function contentOf(
  { contract, validators }: ResponseRules,
  { mediaType, kind, body, validator }: CompiledErrorContent,
  facts: ErrorFacts,
): FailureContent | undefined {
  const found = contract.errorBodies[body];
  const templates = found === undefined ? [] : templatesFor(found, facts.failure.kind.status);
  if (kind === 'json') {
    return jsonContent(templates, facts, mediaType, (text) =>
      validator === undefined ? undefined : validateEncoded(validators, validator, text),
    );
  }
  const [template] = templates;
  const value = template && fillTemplate(template, facts);
  if (value === undefined) return undefined;
  const text = typeof value === 'string' ? value : stringifyJson(value);
  const maxLength = template?.kind === 'detail' ? template.maxLength : undefined;
  const written = kind === 'text' ? text : writeMarkup(tagsOf(kind, facts.status), text, maxLength);
  return { content: { mediaType, body: written }, faults: [] };
}

/** The first body that matches, with all faults or else with only the first. */
function jsonContent(
  templates: readonly ErrorTemplate[],
  facts: ErrorFacts,
  mediaType: string,
  errorOf: (text: string) => ValidationError | undefined,
): FailureContent | undefined {
  const single = { ...facts, faults: facts.faults.slice(0, 1) };
  let first: ValidationError | undefined;
  for (const template of templates) {
    for (const known of facts.faults.length > 1 ? [facts, single] : [facts]) {
      const body = stringifyJson(fillTemplate(template, known));
      const error = errorOf(body);
      const faults = first === undefined ? [] : [unfit(first)];
      if (error === undefined) return { content: { mediaType, body }, faults };
      first ??= error;
    }
  }
  return undefined;
}

function unfit(error: ValidationError): string {
  return `has a body that ${describeError(error)}`;
}

/** The content where no body matches. */
function usual(
  { validators }: ResponseRules,
  response: CompiledResponse,
  { failure }: ErrorFacts,
): FailureContent {
  const [json] = errorContents(response);
  const names = Object.keys(response.content);
  if (json === undefined) {
    if (names.length === 0) return { faults: [] };
    return { faults: [`has no body, since an error cannot be said as ${names.join(' or ')}`] };
  }
  const { mediaType, media } = json;
  const content = { mediaType, body: stringifyJson(errorBody(failure)) };
  const name: ValidatorName | undefined = media.kind === 'json' ? media.validator : undefined;
  const error = name === undefined ? undefined : validateEncoded(validators, name, content.body);
  return { content, faults: error === undefined ? [] : [unfit(error)] };
}

/** `{ error, message }`, by the number of the failure's kind. */
export function errorBody({ number, message }: Failure): { error: number; message: string } {
  return { error: number, message };
}

/** The body that the service's own function makes of a failure, or why it is not sent. */
interface MappedBody {
  readonly content?: { readonly mediaType: string; readonly body: string };
  /** Each as the end of a sentence. */
  readonly faults: readonly string[];
}

/** The body that the service's own function returns; undefined where it returns none. */
function mappedBody(
  rules: ResponseRules,
  response: CompiledResponse,
  { failure, status, operation }: ErrorFacts,
): MappedBody | undefined {
  const { errorBody, validators } = rules;
  if (errorBody === undefined) return undefined;
  const [json] = errorContents(response);
  const mediaType = json?.mediaType ?? Object.keys(response.content).find((key) => !isRange(key));
  if (mediaType === undefined) return undefined;
  const operationId = operation && { operationId: operation.operationId };
  let value: unknown;
  try {
    value = errorBody(failure, { ...operationId, status, mediaType });
    if (value === undefined) return undefined;
    if (json?.media.kind !== 'json') {
      return typeof value === 'string'
        ? { content: { mediaType, body: value }, faults: [] }
        : { faults: [`got from "errorBody" what is no text, as "${mediaType}" wants`] };
    }
    const body = encodeJson(rules, json.media, value);
    const error = validateEncoded(validators, json.media.validator, body);
    if (error === undefined) return { content: { mediaType, body }, faults: [] };
    return { faults: [`got from "errorBody" a body that ${describeError(error)}`] };
  } catch (error) {
    // A fault of the function must not keep the client from its response.
    return { faults: [`got no body from "errorBody", which threw ${String(error)}`] };
  }
}

/**
 * What stands around a message: an element of XML, or a page of one paragraph.
 *
 * @see https://html.spec.whatwg.org/multipage/syntax.html#writing
 */
function tagsOf(kind: 'xml' | 'html', status: number): readonly [before: string, after: string] {
  if (kind === 'xml') return ['<error>', '</error>'];
  const title = `${status} ${STATUS_CODES[status] ?? ''}`.trim();
  return [`<!DOCTYPE html>\n<html lang="en"><title>${title}</title><p>`, '</p></html>\n'];
}

/** The escaped message between tags, cut to keep the whole within `maxLength`. */
function writeMarkup(
  [before, after]: readonly [string, string],
  message: string,
  maxLength = Infinity,
): string {
  for (let length = message.length; ;) {
    const markup = before + escapeMarkup(cut(message, length)) + after;
    if (markup.length <= maxLength || length === 0) return markup;
    length = Math.max(0, length - (markup.length - maxLength));
  }
}
