import type {
  CompiledJson,
  CompiledOperation,
  CompiledResponse,
  CompiledMediaType,
} from '../compiled-contract';
import type { HandlerResponse } from '../handler';
import { type HttpResponse, type ResponseStream, isItems, isStream } from '../http-message';
import { responseHeaders, forbidsContent, isFinalStatus, responseKeyFor } from '../http-semantics';
import { errorTypeOf, isRange, jsonTypeOf, matchMediaRange, parseMediaType } from '../media-type';
import { memoize } from '../memoize';
import { isUtf8Charset } from '../request/charset';
import { encodeValid } from '../schema/encode-json';
import { encodeItems, type RawContent } from './encode-items';
import { type Accept, acceptable, addVary } from './negotiation';
import { encodeHeaders, undocumentedHeaders } from './response-headers';
import { type FaultOf, UndocumentedResponseError, type ResponseRules } from './undocumented';

/**
 * Encodes the result of a handler. Only documented parts are sent.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#response-object
 * @param accept the client's preferences, used where the handler does not choose the media type
 * @throws UndocumentedResponseError naming the operation and the undocumented part. An undocumented header throws only
 *   where responses are validated; else it is left out and reported.
 */
export function encodeResponse(
  rules: ResponseRules,
  operation: CompiledOperation,
  response: HandlerResponse,
  accept?: Accept,
): HttpResponse {
  const describe = (what: string): string => `The handler of "${operation.operationId}" ${what}`;
  const fault: FaultOf = (what, keyword) => new UndocumentedResponseError(describe(what), keyword);
  const { status, headers: given } = response;
  const documented = documentedResponse(operation, status);
  if (documented === undefined) throw fault(`gave the status ${status}, which is not documented`);
  for (const name of given === undefined ? [] : undocumentedHeaders(documented, given)) {
    const what = undocumentedHeader(name);
    if (rules.validateResponses) throw fault(what);
    rules.report(operation, `header ${name.toLowerCase()}`, describe(what));
  }
  const headers = encodeHeaders(rules, documented, given, fault);
  const chosen = forbidsContent(status)
    ? undefined
    : chooseContent(documented, response, accept, fault);
  if (chosen === undefined) return { status, headers };
  const { mediaType, body } = encodeContent(rules, chosen, response.body, fault);
  headers[responseHeaders.contentType] = mediaType;
  if (hasSeveral(documented)) addVary(headers, responseHeaders.accept);
  return { status, headers, body };
}

function encodeContent(
  rules: ResponseRules,
  chosen: ChosenContent,
  body: unknown,
  fault: FaultOf,
): RawContent {
  const { mediaType, media } = chosen;
  if (media.kind === 'json') return { mediaType, body: jsonBody(rules, media, body, fault) };
  if (media.kind === 'items') return encodeItems(rules, media, mediaType, body, fault);
  return rawContent(chosen, body, fault);
}

/** @see https://spec.openapis.org/oas/v3.1.1#fixed-fields-14 for why Content-Type is never documented */
function undocumentedHeader(name: string): string {
  const isContentType = name.toLowerCase() === responseHeaders.contentType.toLowerCase();
  return isContentType
    ? `gave the header "${name}", which is not sent; give the media type as "mediaType"`
    : `gave the header "${name}", which is not documented; describe it in the document, or do not give it`;
}

/** The response of an operation that documents none, with any final status. */
const NO_CONTENT: CompiledResponse = { headers: {}, content: {} };

/** The documented response for a final status; `default` does not cover other statuses. */
export function documentedResponse(
  { responses }: CompiledOperation,
  status: number,
): CompiledResponse | undefined {
  if (!isFinalStatus(status)) return undefined;
  const key = responseKeyFor(responses, status);
  if (key !== undefined) return responses[key];
  return Object.keys(responses).length === 0 ? NO_CONTENT : undefined;
}

function jsonBody(
  rules: ResponseRules,
  media: CompiledJson,
  body: unknown,
  fault: FaultOf,
): string {
  if (isRaw(body)) throw fault('gave bytes or a stream where the document states JSON');
  return encodeValid(rules, media, body, (what, keyword) =>
    fault(`gave a body that ${what}`, keyword),
  );
}

/**
 * The content of a response: its media type and the description of that.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#fixed-fields-14
 */

interface ChosenContent {
  /** A media type, never a range. */
  readonly mediaType: string;
  readonly media: CompiledMediaType;
}

/**
 * The media type of a response: the one that the handler names, else the client's favorite among those that can carry
 * the body.
 *
 * @returns undefined when there is no content, and none is documented
 */
function chooseContent(
  documented: CompiledResponse,
  response: HandlerResponse,
  accept: Accept | undefined,
  fault: FaultOf,
): ChosenContent | undefined {
  const [only] = soleJsons(documented);
  const isValue = response.body !== undefined && !isRaw(response.body);
  if (only !== undefined && isValue && response.mediaType === undefined) return only;
  const entries = Object.entries(documented.content);
  if (response.body === undefined) {
    if (entries.length > 0) throw fault(`gave no body with the status ${response.status}`);
    return undefined;
  }
  if (response.mediaType !== undefined) {
    const named = namedContent(documented, response.mediaType);
    if (named !== undefined) return named;
    const kind = `a body of the media type "${response.mediaType}"`;
    throw fault(`gave ${kind} with the status ${response.status}, which is not documented`);
  }
  if (entries.length === 0) {
    throw fault(`gave a body with the status ${response.status}, which is not documented`);
  }
  const carriers = entries.flatMap(([key, media]) => carrierOf(key, media, response.body));
  const [best] = acceptable(
    accept,
    carriers.map(({ mediaType }) => mediaType),
  );
  const chosen = carriers.find(({ mediaType }) => mediaType === best) ?? carriers[0];
  if (chosen === undefined) {
    const keys = entries.map(([key]) => key).join(' or ');
    throw fault(`gave a body without its media type; name one of ${keys}`);
  }
  return chosen;
}

/** True where another Accept may select another representation. */
function hasSeveral({ content }: CompiledResponse): boolean {
  return Object.keys(content).length > 1;
}

/** The JSON types that an error response may have, in the document's order. */
export const errorContents = memoize((response: CompiledResponse) =>
  jsonContents(response, errorTypeOf),
);

function jsonContents(
  { content }: CompiledResponse,
  typeOf: (key: string) => string | undefined,
): ChosenContent[] {
  return Object.entries(content).flatMap(([key, media]) => {
    const mediaType = typeOf(key);
    return mediaType === undefined ? [] : [{ mediaType, media }];
  });
}

/** The content of a response with a single JSON type, the most common case. */
const soleJsons = memoize((response: CompiledResponse): readonly ChosenContent[] => {
  const isOnly = Object.keys(response.content).length === 1;
  const contents = isOnly ? jsonContents(response, jsonTypeOf) : [];
  return contents.filter(({ media }) => media.kind === 'json');
});

export function namedContent(
  { content }: CompiledResponse,
  mediaType: string,
): ChosenContent | undefined {
  const parsed = parseMediaType(mediaType);
  if (parsed === undefined || isRange(parsed.essence)) return undefined;
  const key = Object.hasOwn(content, mediaType)
    ? mediaType
    : matchMediaRange(Object.keys(content), parsed);
  const media = key === undefined ? undefined : content[key];
  return media && { mediaType, media };
}

/** A media type that can carry the body: JSON carries no raw content; a range qualifies only with a JSON type. */
function carrierOf(key: string, media: CompiledMediaType, body: unknown): ChosenContent[] {
  if (media.kind === 'json') {
    const mediaType = jsonTypeOf(key);
    return mediaType === undefined || isRaw(body) ? [] : [{ mediaType, media }];
  }
  if (media.kind === 'items') return isItems(body) ? [{ mediaType: key, media }] : [];
  const isValue = typeof body === 'object' && body !== null && !isRaw(body);
  return isRange(key) || isValue ? [] : [{ mediaType: key, media }];
}

/**
 * Content that is sent unchanged. `text/*` types get `charset=utf-8`, for clients that would guess otherwise (RFC 6657,
 * section 4).
 */
function rawContent({ mediaType }: ChosenContent, body: unknown, fault: FaultOf): RawContent {
  if (isRaw(body)) return { mediaType, body };
  if (!isScalar(body)) {
    throw fault(`gave a body of "${mediaType}" that is neither text, bytes nor a stream of them`);
  }
  const { essence = '', parameters = {} } = parseMediaType(mediaType) ?? {};
  if (!isUtf8Charset(parameters.charset)) {
    throw fault(
      `gave text as "${mediaType}", but text is sent as UTF-8; give bytes of that charset`,
    );
  }
  const isSaid = parameters.charset !== undefined || !essence.startsWith('text/');
  return { mediaType: isSaid ? mediaType : `${mediaType}; charset=utf-8`, body: String(body) };
}

/** True for values that text can express: numbers and booleans are written as in JSON. */
function isScalar(body: unknown): body is string | number | bigint | boolean {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof body);
}

/** Bytes or a stream. */
function isRaw(body: unknown): body is Uint8Array | ResponseStream {
  return body instanceof Uint8Array || isStream(body);
}
