import type { CompiledJson, CompiledResponse } from './compiled-contract';
import type { Failure } from './failure';
import { ExactNumbers } from './json/exact-numbers';
import { stringifyJson } from './json/stringify-json';
import { matchMediaRange } from './media-type';
import { jsonContents, type ChosenContent } from './response/response-content';
import type { ResponseRules } from './response/undocumented';
import { encodeJson, validateEncoded } from './schema/encode-json';
import { validateJson, validatorOf } from './schema/validation';
import { describeError } from './schema/validation-message';

/** What the response for a failure holds. */
export interface FailureContent {
  /** Absent where the document states none, or none that an error can be said in. */
  readonly content?: { readonly mediaType: string; readonly body: string };
  /** What of it the document does not state, as the end of a sentence. */
  readonly fault?: string;
}

/**
 * The content of the response for a failure: the first of the usual error bodies that a JSON schema of the
 * response takes; else `{ error, message }` as JSON, or the message as plain text.
 *
 * @param status the one that is sent
 */
export function failureContent(
  rules: ResponseRules,
  response: CompiledResponse,
  failure: Failure,
  status: number,
): FailureContent {
  const types = jsonContents(response);
  for (const { mediaType, media } of types) {
    if (media.kind !== 'json') continue;
    const body = fitBody(rules, media, failure, status);
    if (body !== undefined) return { content: { mediaType, body } };
  }
  const [first] = types;
  if (first !== undefined) return usualContent(rules, first, failure);
  const names = Object.keys(response.content);
  if (matchMediaRange(names, PLAIN_TEXT) !== undefined) {
    return { content: { mediaType: 'text/plain; charset=utf-8', body: failure.message } };
  }
  if (names.length === 0) return {};
  return {
    fault: `has no body, since neither JSON nor plain text is documented, but ${names.join(' or ')}`,
  };
}

/** A client that learns what is wrong is served better than one that does not, whatever the schema says. */
function usualContent(
  { validators }: ResponseRules,
  { mediaType, media }: ChosenContent,
  failure: Failure,
): FailureContent {
  const body = stringifyJson(errorBody(failure));
  const error =
    media.kind === 'json' ? validateEncoded(validators, media.validator, body) : undefined;
  const content = { mediaType, body };
  return error === undefined
    ? { content }
    : { content, fault: `has a body that ${describeError(error)}` };
}

const PLAIN_TEXT = { essence: 'text/plain', parameters: {} };

/**
 * The first error body that the schema takes whole; else, of those that it takes, the one of which it
 * keeps most members; else bare text.
 */
function fitBody(
  { contract, validators }: ResponseRules,
  media: CompiledJson,
  failure: Failure,
  status: number,
): string | undefined {
  const validate = validatorOf(validators, media.validator);
  let best: { readonly body: string; readonly worth: number } | undefined;
  for (const bodyOf of errorBodies) {
    const value = bodyOf(failure, status);
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

/** `{ error, message }`, by the number of the failure's kind. */
export function errorBody({ kind, message }: Failure): { error: number; message: string } {
  return { error: kind.number, message };
}

/** Error bodies as documents commonly have them, the more telling ones first. */
const errorBodies: readonly ((failure: Failure, status: number) => unknown)[] = [
  errorBody,
  // RFC 9457, section 3.1
  ({ kind, message }, status) => ({
    type: 'about:blank',
    title: kind.description,
    status,
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
