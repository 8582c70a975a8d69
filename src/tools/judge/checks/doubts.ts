import { isJson, parseJson, pointerKeys } from 'openapi-trellis/tools';
import { stringFormats, valueSchema } from '../../samples';
import { appliedFormats } from '../../schema';
import { asObject, childPointer, type Operation, typesOf } from '../../document';
import {
  type Exchange,
  headerValues,
  type ReceivedResponse,
  responseOf,
  type TestCase,
  mediaTypeOf,
} from '../exchange';
import type { JudgedDocument } from '../second-validator';
import { reasons } from '../no-verdicts';
import type { Violation } from './check';

/**
 * False for an operation whose document states only failures, such as 405 for "invalid input", and leaves out the
 * response to a valid request.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#responses-object
 */
export function statesSuccess({ value }: Operation): boolean {
  const stated = Object.keys(asObject(value.responses));
  return stated.length === 0 || stated.some((key) => /^(?:[23]|default$)/i.test(key));
}

/** A reason against a violation: why it proves nothing, or that the document has a gap. */
type Doubt = Pick<Violation, 'noVerdict' | 'fault'>;

/** The doubt about a response to a valid request. */
export function doubtOfValid(exchange: Exchange, document: JudgedDocument): Doubt {
  const { operation } = exchange.testCase;
  const status = responseOf(exchange)?.status ?? 0;
  if (operation !== undefined && !statesSuccess(operation)) {
    return { noVerdict: reasons.failuresAlone };
  }
  if (INVALID_STATUSES.includes(status) && hasDoubtfulFormat(exchange, document)) {
    return { noVerdict: reasons.formatEdge };
  }
  const isLeftOut =
    (INVALID_STATUSES.includes(status) && isFreeText(exchange, document)) ||
    ([...INVALID_STATUSES, 415].includes(status) && lacksUnstatedBody(exchange, document));
  return isLeftOut ? { fault: 'document' } : doubtOfStatus(exchange);
}

export const INVALID_STATUSES: readonly number[] = [400, 422];

/** The doubt about a status that concerns credentials or a media type. */
export function doubtOfStatus(exchange: Exchange): Doubt {
  const status = responseOf(exchange)?.status;
  if (status === 401 && isOfOtherCredentials(exchange)) {
    return { noVerdict: reasons.otherCredentials };
  }
  return status === 415 && hasFiles(exchange) ? { noVerdict: reasons.filesOfOtherTypes } : {};
}

/** True for content with files, which have their own media types. */
function hasFiles({ testCase: { request } }: Exchange): boolean {
  const [type = ''] = headerValues(request, 'content-type');
  return /^multipart\//i.test(type) && request.body?.includes('filename=') === true;
}

/**
 * True if a 401 may concern other credentials than those of a security scheme: a secret in the request or, if the
 * document requires none, credentials in the content or ones that the document leaves out.
 */
function isOfOtherCredentials(exchange: Exchange): boolean {
  const { operation, request } = exchange.testCase;
  if (hasOwnSecret(exchange)) return true;
  if (operation === undefined || asksForCredentials(exchange)) return false;
  const isStated = '401' in asObject(operation.value.responses);
  return request.body !== undefined || isStated || !('security' in operation.value);
}

export function asksForCredentials({ testCase: { operation } }: Exchange): boolean {
  return operation?.security.some((each) => Object.keys(each).length > 0) === true;
}

/**
 * True for a request without the documented body if the document does not state whether it is required. The
 * default is that it is optional, but authors mostly forget to state it.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#fixed-fields-10
 */
export function lacksUnstatedBody(
  { testCase: { operation, request } }: Exchange,
  { loaded }: JudgedDocument,
): boolean {
  if (operation === undefined || (request.body?.length ?? 0) > 0) return false;
  if (!('requestBody' in operation.value)) return false;
  const { value } = loaded.resolver.resolve(childPointer(operation.pointer, 'requestBody'));
  return !('required' in value);
}

/**
 * Formats for which validators differ in edge cases, with the forms that all of them accept. JSON Schema lets
 * each validator decide how much of a format it enforces.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-7.2
 */
const PLAIN_FORMS: Readonly<Record<string, RegExp>> = {
  email: /^(?=.{1,60}@)[a-z\d]+(?:[._-][a-z\d]+)*@(?:[a-z\d]{1,60}\.){1,8}[a-z]{2,6}$/i,
  'idn-email': /^(?=.{1,60}@)[a-z\d]+(?:[._-][a-z\d]+)*@(?:[a-z\d]{1,60}\.){1,8}[a-z]{2,6}$/i,
  hostname: /^(?:[a-z\d]{1,60}\.){1,8}[a-z]{2,6}$/i,
  'idn-hostname': /^(?:[a-z\d]{1,60}\.){1,8}[a-z]{2,6}$/i,
  uri: /^https?:\/\/[a-z\d.-]{1,60}(?:\/[\w.-]*)*$/i,
  url: /^https?:\/\/[a-z\d.-]{1,60}(?:\/[\w.-]*)*$/i,
  'uri-reference': /^(?:https?:\/\/[a-z\d.-]{1,60})?(?:\/[\w.-]+)+$/i,
  'uri-template': /^https?:\/\/[a-z\d.-]{1,60}(?:\/[\w.-]+)*$/i,
  iri: /^https?:\/\/[a-z\d.-]{1,60}(?:\/[\w.-]*)*$/i,
  'iri-reference': /^(?:https?:\/\/[a-z\d.-]{1,60})?(?:\/[\w.-]+)+$/i,
  ipv6: /^[\da-f]{1,4}(?::[\da-f]{1,4}){7}$/i,
  float: /^-?\d{1,21}(?:\.\d+)?$/,
  time: /^[012]\d:[0-5]\d:[0-5]\dZ$/,
  'date-time':
    /^(?:19|20)\d\d-[01]\d-[0-3]\dT[012]\d:[0-5]\d:[0-5]\d(?:\.\d{1,3})?(?:Z|[+-][01]\d:\d\d)$/,
  'http-date': /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} (?:19|20)\d\d [012]\d:[0-5]\d:[0-5]\d GMT$/,
  'date-time-local': /^(?:19|20)\d\d-[01]\d-[0-3]\dT[012]\d:[0-5]\d:[0-5]\d(?:\.\d{1,3})?$/,
  'time-local': /^[012]\d:[0-5]\d:[0-5]\d$/,
  'media-range': /^[a-z]+\/[a-z]+$/,
  decimal: /^-?\d{1,15}(?:\.\d{1,9})?$/,
  decimal128: /^-?\d{1,15}(?:\.\d{1,9})?$/,
  unixtime: /^\d{1,10}$/,
  duration: /^P(?:\d{1,3}D)?(?:T(?:\d{1,3}H)?(?:\d{1,3}M)?)?$/,
  regex: /^[\^$\w]*$/,
  'json-pointer': /^(?:\/\w+)+$/,
  'relative-json-pointer': /^\d(?:\/\w+)*$/,
  uuid: /^[\da-f]{8}-[\da-f]{4}-[1-5][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i,
};

/** Formats of numbers, and formats that any text matches. @see https://spec.openapis.org/registry/format/ */
const WITHOUT_FORM = /^(?:u?int\d*|double(?:-int)?|float|decimal\d*|commonmark|html|text|string)$/i;

/** True for a text that some validators may not accept for the format, for example for a custom format. */
function isDoubtful(format: string, text: string): boolean {
  const plain = PLAIN_FORMS[format];
  if (plain !== undefined) return !plain.test(text);
  return !Object.hasOwn(stringFormats, format) && !WITHOUT_FORM.test(format);
}

/** True if a valid request has a value that some validators may not accept for its format. */
export function hasDoubtfulFormat({ testCase }: Exchange, { loaded }: JudgedDocument): boolean {
  const { values, request } = testCase;
  const parts = (values?.parameters ?? []).flatMap(({ parameter, value }) =>
    [value, asText(value)].map((each) => ({ pointer: valueSchema(parameter), value: each })),
  );
  const media = values?.body?.media;
  if (media !== undefined && isJson(mediaTypeOf(request)?.essence ?? '')) {
    const json = parseJson(request.body ?? Buffer.alloc(0));
    if ('value' in json)
      parts.push({ pointer: childPointer(media.pointer, 'schema'), value: json.value });
  }
  return parts
    .flatMap(({ pointer, value }) => appliedFormats(loaded, pointer, 'request', value))
    .some(({ format, text }) => isDoubtful(format, text));
}

/** The value as a service may read it that treats the parameter as text. */
function asText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asText).join();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

/** Keywords that restrict the texts of a schema, or may do so. */
const SAYING = [
  ...['enum', 'const', 'pattern', 'format', 'minLength', 'maxLength', '$ref', '$dynamicRef'],
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'contentEncoding', 'contentMediaType'],
];

/**
 * True for a case with any text where the document states only `type: string`. The document of a service that
 * accepts only some texts, such as filters in its own language, fails to state which.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.1
 */
function isFreeText({ testCase }: Exchange, document: JudgedDocument): boolean {
  const at = schemaOf(testCase);
  if (at === undefined) return false;
  const schema = asObject(document.loaded.resolver.at(at).schema);
  const types = typesOf(schema).filter((type) => type !== 'null');
  return types.join() === 'string' && !SAYING.some((each) => each in schema);
}

/** Pointer of the schema that a case is about: that of a parameter, or the parent of a `type`. */
function schemaOf({ operation, covers }: TestCase): string | undefined {
  const [covered, ...others] = covers;
  if (covered === undefined || others.length > 0) return undefined;
  const { keyword, pointer } = covered;
  if (keyword === 'type') return parentOf(pointer);
  const parameter = operation?.parameters.find((each) => each.pointer === pointer);
  return parameter && 'schema' in parameter.value ? childPointer(pointer, 'schema') : undefined;
}

function parentOf(pointer: string): string {
  return pointerKeys(pointer)
    .slice(0, -1)
    .reduce((at, key) => childPointer(at, key), '');
}

const OF_STATE =
  /\b(?:not (?:be )?f(?:ou|i)nd|(?:does|do|did)(?: not|n't) exist|no such|already (?:exists?|taken|in use|used|registered)|is taken|duplicate)\b/i;

/**
 * True for a refusal whose text says that something is missing or already exists: the reason is the state of the
 * service, not the document.
 */
export function speaksOfState({ body }: ReceivedResponse): boolean {
  return OF_STATE.test(body.toString().replaceAll(/[_-]/g, ' '));
}

const SECRET =
  /pass(?:word|wd|phrase|code)|secret|token|credential|(?:^|[_-])(?:otp|pin)(?:$|[_-])|verificationCode/i;

/** Matches names before `:` in JSON, and before `=` in forms and queries. */
const NAMES = /"([^"\\]*)"\s*:|(?:^|[?&])([^=&]*)=/g;

/**
 * True for a request with a secret in addition to the credentials of its security scheme, such as the password of
 * a login. A 401 may concern this secret, which the service is unlikely to know.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.5.2
 */
function hasOwnSecret({ testCase: { request, operation } }: Exchange): boolean {
  const { target, body = '' } = request;
  const inPath = (operation?.parameters ?? []).filter(({ value }) => value.in === 'path');
  const names = [target.replace(/^[^?]*/, ''), body.toString()].flatMap((text) =>
    [...text.matchAll(NAMES)].map(([, member, field]) => member ?? field ?? ''),
  );
  return [...names, ...inPath.map(({ value }) => String(value.name))].some((name) =>
    SECRET.test(name),
  );
}
