import type { CompiledContract, CompiledOperation, CompiledResponse } from './compiled-contract';
import { listsFaults } from './error-body/error-template';
import { type Failure, failureKinds, type FailureKind } from './failure';
import type { EncodedFailure, Gap } from './failure-cache';
import { errorBody, failureContent, type FailureContent } from './failure-content';
import { responseHeaders, responseKeyFor } from './http-semantics';
import type { TextResponse, ExchangeObservation } from './http-message';
import { stringifyJson } from './json/json-values';
import { JSON_MEDIA_TYPE } from './media-type';
import { memoize } from './memoize';
import { missingHeaders, undocumentedHeaders } from './response/response-headers';
import type { ResponseRules } from './response/undocumented';

/**
 * The response for a failure. The document decides its status and body.
 *
 * A failure has a natural status. The response uses it if the operation's responses state it, exactly, by range or by
 * `default`; else a status that they do state: 422 for an invalid body or parameter, 400 for other faults of the
 * request, and 500 for those of the service; else the natural one. A refusal for missing or invalid credentials is
 * always 401, which the security requirement documents. A missing handler is always 501, since 500 would say that the
 * service had failed. The body is one that the response's schema accepts (failure-content.ts).
 *
 * A failure that the document does not state is sent anyway, since 500 would hide from the client what it can correct;
 * `rules.report` is called with it.
 *
 * @param operation absent for a request without an operation: the body is the one that all operations share, if they
 *   share one, else `{ error, message }`
 */
export function failureResponse(
  rules: ResponseRules,
  operation: CompiledOperation | undefined,
  failure: Failure,
  observation?: ExchangeObservation,
): TextResponse {
  observation?.failed(failure);
  rules.onFailure?.(failure, operation?.operationId);
  const { response, gaps } = encodedFailure(rules, operation, failure);
  for (const gap of gaps) rules.report(gap.operation, `failure ${failure.number}`, gap.message);
  // Callers may change the headers.
  return { ...response, headers: { ...response.headers } };
}

/** Clients repeat requests with the same faults, so most responses are in the cache. */
function encodedFailure(
  rules: ResponseRules,
  operation: CompiledOperation | undefined,
  failure: Failure,
): EncodedFailure {
  const known = rules.failureCache?.get(operation, failure);
  if (known !== undefined) return known;
  const encoded =
    operation === undefined
      ? sharedFailure(rules, failure)
      : operationFailure(rules, operation, failure);
  rules.failureCache?.set(operation, failure, encoded);
  return encoded;
}

function operationFailure(
  rules: ResponseRules,
  operation: CompiledOperation,
  failure: Failure,
): EncodedFailure {
  const status = documentedStatus(operation, failure.kind);
  const documented = statedResponse(operation, status);
  if (documented !== undefined) {
    return documentedFailure(rules, operation, documented, status, failure);
  }
  const { response, gaps } = sharedFailure(rules, failure);
  return {
    response,
    gaps: [...gaps, ...gapsOf(operation, failure, status, statusFaults(failure))],
  };
}

/** The documented response for a status; for 501, which few documents name, also the one for 500. */
function statedResponse(
  { responses }: CompiledOperation,
  status: number,
): CompiledResponse | undefined {
  const statuses = status === failureKinds.notImplemented.status ? [status, 500] : [status];
  const [key] = statuses.flatMap((each) => responseKeyFor(responses, each) ?? []);
  return key === undefined ? undefined : responses[key];
}

function sharedFailure(rules: ResponseRules, failure: Failure): EncodedFailure {
  const { sharedError } = rules.contract;
  if (sharedError === undefined) return { response: defaultErrorResponse(failure), gaps: [] };
  const { status } = failure.kind;
  const { content, faults } = failureContent(rules, undefined, sharedError, failure, status);
  const response =
    content === undefined
      ? defaultErrorResponse(failure)
      : textResponse(status, failure.details.headers ?? {}, content);
  return { response, gaps: gapsOf(undefined, failure, status, faults) };
}

/** @param faults each as the end of a sentence */
function gapsOf(
  operation: CompiledOperation | undefined,
  { number }: Failure,
  status: number,
  faults: readonly string[],
): Gap[] {
  if (faults.length === 0) return [];
  const of = operation === undefined ? '' : ` of "${operation.operationId}"`;
  const what = `The failure ${number}${of}, sent with the status ${status},`;
  const remedy = 'describe this kind of failure in the document';
  return [{ operation, message: `${what} ${faults.join(' and ')}; ${remedy}` }];
}

function textResponse(
  status: number,
  headers: Readonly<Record<string, string>>,
  { mediaType, body }: NonNullable<FailureContent['content']>,
): TextResponse {
  return { status, headers: { ...headers, [responseHeaders.contentType]: mediaType }, body };
}

/** The kinds that the layer itself can raise. */
const OWN_KINDS: ReadonlySet<FailureKind> = new Set(Object.values(failureKinds));

/**
 * A document only has to list the errors of its operations, not responses of HTTP itself such as 415.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#responses-object
 */
function statusFaults({ kind }: Failure): string[] {
  return OWN_KINDS.has(kind) ? [] : ['is not documented'];
}

function documentedFailure(
  rules: ResponseRules,
  operation: CompiledOperation,
  documented: CompiledResponse,
  status: number,
  failure: Failure,
): EncodedFailure {
  const given = failure.details.headers ?? {};
  const unknown = undocumentedHeaders(documented, given);
  const headers = Object.fromEntries(
    Object.entries(given).filter(([name]) => !unknown.includes(name)),
  );
  const { content, faults: unfit } = failureContent(rules, operation, documented, failure, status);
  const faults = [
    ...unknown.map((name) => `has the header "${name}", which is not documented`),
    ...missingHeaders(documented, given).map((name) => `lacks the header "${name}"`),
    ...unfit,
  ];
  const response =
    content === undefined ? { status, headers } : textResponse(status, headers, content);
  return { response, gaps: gapsOf(operation, failure, status, faults) };
}

/** The response for a failure that no document describes, with the body `{ error, message }`. */
export function defaultErrorResponse(failure: Failure): TextResponse {
  const body = stringifyJson(errorBody(failure));
  const content = { mediaType: JSON_MEDIA_TYPE, body };
  return textResponse(failure.kind.status, failure.details.headers ?? {}, content);
}

/** True where the responses for an invalid request have room for all its faults, which makes them worth finding. */
export function wantsFaults(
  { errorBody, contract }: ResponseRules,
  operation: CompiledOperation,
): boolean {
  return errorBody !== undefined || listing(contract)(operation).isRoomy;
}

/** Whether an operation lists faults, determined at its first refusal. */
const listing = memoize((contract: CompiledContract) =>
  memoize((operation: CompiledOperation) => {
    const status = documentedStatus(operation, failureKinds.invalidBody);
    const key = responseKeyFor(operation.responses, status);
    const response = key === undefined ? contract.sharedError : operation.responses[key];
    const errors = response?.errors ?? [];
    const bodies = errors.flatMap(({ body }) => contract.errorBodies[body] ?? []);
    return { isRoomy: bodies.some(({ templates }) => templates.some(listsFaults)) };
  }),
);

/** The status sent for a kind of failure of an operation, 400 to 599; see failureResponse. */
export function documentedStatus(operation: CompiledOperation, kind: FailureKind): number {
  const documented = statusesOf(kind).find((status) => responseKeyFor(operation.responses, status));
  return documented ?? kind.status;
}

/** The statuses that may be sent for a kind of failure, the most specific first. */
function statusesOf(kind: FailureKind): number[] {
  const { status } = kind;
  if (status === 401 || kind === failureKinds.notImplemented) return [status];
  if (INVALID_CONTENT.has(kind)) return [status, 422];
  return [status, status < 500 ? 400 : 500];
}

/**
 * Content that is understood but does not match the document.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.5.21
 */
const INVALID_CONTENT: ReadonlySet<FailureKind> = new Set([
  failureKinds.malformedBody,
  failureKinds.missingBody,
  failureKinds.invalidBody,
  failureKinds.invalidParameter,
]);
