import type {
  CompiledErrorContent,
  CompiledOperation,
  CompiledResponse,
  ValidatorName,
} from './compiled-contract';
import type { ErrorFacts } from './error-body/error-details';
import { templatesFor, type ErrorTemplate } from './error-body/error-template';
import { factsOf, fillTemplate } from './error-body/fill-template';
import { mappedBody } from './error-body/mapped-body';
import { writeHtml } from './error-body/write-html';
import type { Failure } from './failure';
import { stringifyJson } from './json/stringify-json';
import { jsonContents } from './response/response-content';
import type { ResponseRules } from './response/undocumented';
import { textOf, writeXml } from './response/write-xml';
import { validateEncoded } from './schema/encode-json';
import type { ValidationError } from './schema/validation';
import { describeError } from './schema/validation-message';

/** What the response for a failure holds. */
export interface FailureContent {
  /** Absent where the document states none, or none that an error can be said in. */
  readonly content?: { readonly mediaType: string; readonly body: string };
  /** What of it the document does not state, each as the end of a sentence. */
  readonly faults: readonly string[];
}

/**
 * The content of the response for a failure: the body of the service's own `errorBody`, if that fits; else
 * the first body fitting the document that generation found; else `{ error, message }`, for a client that
 * learns what is wrong is served better than one that does not.
 *
 * @param operation absent for a request that no operation covers
 * @param status the one that is sent
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

/** The content of one media type; undefined when no body fits. */
function contentOf(
  { contract, validators }: ResponseRules,
  { mediaType, kind, body, validator, xml }: CompiledErrorContent,
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
  if (kind === 'xml') {
    return { content: { mediaType, body: writeXml(value, xml ?? { name: 'error' }) }, faults: [] };
  }
  const text = textOf(value);
  const maxLength = template?.kind === 'detail' ? template.maxLength : undefined;
  const markup = kind === 'html' ? writeHtml(facts.status, text, maxLength) : text;
  return { content: { mediaType, body: markup }, faults: [] };
}

/** The first body that fits, with all faults or else with the first one alone. */
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

/** What is sent where no body fits. */
function usual(
  { validators }: ResponseRules,
  response: CompiledResponse,
  { failure }: ErrorFacts,
): FailureContent {
  const [json] = jsonContents(response);
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
export function errorBody({ kind, message }: Failure): { error: number; message: string } {
  return { error: kind.number, message };
}
