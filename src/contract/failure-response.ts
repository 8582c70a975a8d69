import type {
  CompiledContract,
  CompiledJson,
  CompiledOperation,
  CompiledResponse,
} from './compiled-contract';
import { ExactNumbers } from './json/exact-numbers';
import { jsonContents } from './response/response-content';
import { encodeJson } from './schema/encode-json';
import { validateJson, validatorOf, type Validators } from './schema/validation';
import type { Failure } from './failure';
import { responseHeaders } from './header-names';
import type { TextResponse } from './http-message';
import { responseKeyFor } from './http-status';
import { stringifyJson } from './json/stringify-json';
import { JSON_MEDIA_TYPE, matchMediaRange } from './media-type';

/**
 * The response for a failure: its status and body are the document's to decide.
 *
 * A failure has a natural status. The response uses it if the operation's responses state it, exactly, by
 * range or by `default`; else 400 for a fault of the request and 500 for one of the service, if those
 * are stated; else the natural one. The body is the first of the usual error shapes that is valid by
 * the response's schema.
 */
export function failureResponse(
  contract: CompiledContract,
  validators: Validators,
  operation: CompiledOperation,
  failure: Failure,
): TextResponse {
  const status = documentedStatus(operation, failure);
  const key = responseKeyFor(operation.responses, status);
  const response = key === undefined ? undefined : operation.responses[key];
  if (response === undefined) return undocumentedResponse(failure);
  const content = fitContent(contract, validators, response, failure);
  const headers = { ...failure.details.headers };
  if (content === undefined) return { status, headers };
  headers[responseHeaders.contentType] = content.mediaType;
  return { status, headers, body: content.body };
}

/** The response for a failure outside every operation, with the body `{ error, message }`. */
export function undocumentedResponse(failure: Failure): TextResponse {
  return {
    status: failure.kind.status,
    headers: { ...failure.details.headers, [responseHeaders.contentType]: JSON_MEDIA_TYPE },
    body: stringifyJson(errorBody(failure)),
  };
}

function documentedStatus(operation: CompiledOperation, { kind }: Failure): number {
  const fallback = kind.status < 500 ? 400 : 500;
  const candidates = [kind.status, fallback];
  const documented = candidates.find((status) => responseKeyFor(operation.responses, status));
  return documented ?? kind.status;
}

function fitContent(
  contract: CompiledContract,
  validators: Validators,
  response: CompiledResponse,
  failure: Failure,
): { mediaType: string; body: string } | undefined {
  const types = jsonContents(response);
  for (const { mediaType, media } of types) {
    if (media.kind !== 'json') continue;
    const body = fitBody(contract, validators, media, failure);
    if (body !== undefined) return { mediaType, body };
  }
  // No usual shape fits the schema; a client that learns what is wrong is served better than one that does not.
  const [undescribed] = types;
  if (undescribed !== undefined) {
    return { mediaType: undescribed.mediaType, body: stringifyJson(errorBody(failure)) };
  }
  const takesText = matchMediaRange(Object.keys(response.content), PLAIN_TEXT) !== undefined;
  return takesText ? { mediaType: 'text/plain; charset=utf-8', body: failure.message } : undefined;
}

const PLAIN_TEXT = { essence: 'text/plain', parameters: {} };

/**
 * The first error shape that the schema takes whole; else, of those that it takes, the one of which it
 * keeps most members; else bare text.
 */
function fitBody(
  contract: CompiledContract,
  validators: Validators,
  media: CompiledJson,
  failure: Failure,
): string | undefined {
  const validate = validatorOf(validators, media.validator);
  let best: { readonly body: string; readonly worth: number } | undefined;
  for (const shape of errorShapes) {
    const value = shape(failure);
    const body = encodeJson(contract, validators, media, value);
    const isWhole = body === stringifyJson(value);
    const kept: unknown = isWhole ? value : JSON.parse(body);
    if (validateJson(validate, { value: kept, exact: new ExactNumbers() }) !== undefined) continue;
    const worth = worthOf(kept);
    if (worth >= 1 && isWhole) return body;
    if (worth > (best?.worth ?? 0)) best = { body, worth };
  }
  return best?.body;
}

/** An object is worth its members; bare text, less than one. */
function worthOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0.5;
}

function errorBody({ kind, message }: Failure): { error: number; message: string } {
  return { error: kind.number, message };
}

/** Error bodies as documents commonly have them, the more telling ones first. */
const errorShapes: readonly ((failure: Failure) => unknown)[] = [
  errorBody,
  // RFC 9457, section 3.1
  ({ kind, message }) => ({
    type: 'about:blank',
    title: kind.description,
    status: kind.status,
    detail: message,
  }),
  ({ kind, message }) => ({ code: kind.number, message }),
  ({ kind, message }) => ({ code: String(kind.number), message }),
  ({ kind, message }) => ({ error: String(kind.number), message }),
  ({ kind, message }) => ({ error: { code: kind.number, message } }),
  ({ kind, message }) => ({ error: { code: String(kind.number), message } }),
  ({ message }) => ({ error: message }),
  ({ message }) => message,
];
