import { acceptable, type Accept } from './accept';
import { isUtf8Charset } from '../request/charset';
import type { CompiledMediaType, CompiledResponse } from '../compiled-contract';
import type { HandlerResponse } from '../handler';
import type { ResponseContent, ResponseStream } from '../http-message';
import { rememberedFor } from '../remembered';
import { isItems, isStream } from './response-stream';
import { isRange, jsonTypeOf, matchMediaRange, parseMediaType } from '../media-type';

/**
 * The content of a response: which media type it has, and what of it is sent as the handler gave it.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#fixed-fields-14
 */

export interface ChosenContent {
  /** A media type, never a range. */
  readonly mediaType: string;
  readonly media: CompiledMediaType;
}

/** Content as it is sent. */
export interface RawContent {
  readonly mediaType: string;
  readonly body: ResponseContent;
}

/** Makes the error for what is wrong with a response, given as the end of a sentence. */
export type FaultOf = (what: string, keyword?: string) => Error;

/**
 * The media type of a response: the one that the handler names, else the one of those that can carry its
 * body which the client likes best.
 *
 * @returns undefined when there is no content, nor should be
 */
export function chooseContent(
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

/** The types of JSON that a response may have, in the document's order. */
export const jsonContents = rememberedFor(({ content }: CompiledResponse) =>
  Object.entries(content).flatMap(([key, media]): ChosenContent[] => {
    const mediaType = jsonTypeOf(key);
    return mediaType === undefined ? [] : [{ mediaType, media }];
  }),
);

/** The content of a response that has no other than one type of JSON, as most have. */
const soleJsons = rememberedFor((response: CompiledResponse): readonly ChosenContent[] => {
  const isOnly = Object.keys(response.content).length === 1;
  return isOnly ? jsonContents(response).filter(({ media }) => media.kind === 'json') : [];
});

function namedContent({ content }: CompiledResponse, mediaType: string): ChosenContent | undefined {
  const parsed = parseMediaType(mediaType);
  if (parsed === undefined || isRange(parsed.essence)) return undefined;
  const key = Object.hasOwn(content, mediaType)
    ? mediaType
    : matchMediaRange(Object.keys(content), parsed);
  const media = key === undefined ? undefined : content[key];
  return media && { mediaType, media };
}

/** What is no value of JSON needs another media type; of a range, JSON alone has a type of its own. */
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
 * Content that is sent as it is. Text of `text/*` types is said to be UTF-8, for clients that would
 * guess otherwise (RFC 6657, section 4).
 */
export function rawContent(
  { mediaType }: ChosenContent,
  body: unknown,
  fault: FaultOf,
): RawContent {
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

/** What text can say: numbers and booleans as JSON writes them. */
function isScalar(body: unknown): body is string | number | bigint | boolean {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof body);
}

/** Bytes or a stream. */
export function isRaw(body: unknown): body is Uint8Array | ResponseStream {
  return body instanceof Uint8Array || isStream(body);
}
