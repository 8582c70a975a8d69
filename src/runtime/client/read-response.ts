import {
  cancelStream,
  type CompiledOperation,
  EVENT_STREAM,
  forbidsContent,
  isRange,
  isText,
  itemParser,
  matchMediaRange,
  parseJson,
  parseMediaType,
  type ParsedItem,
  quote,
  responseKeyFor,
  type TextFraming,
} from '../contract';
import { type CallContract, decodeExactly } from './exact-json';

/**
 * A response that the document does not state; the message has its first characters.
 *
 * @example
 * ```ts
 * import { UnexpectedResponseError } from 'openapi-trellis/client';
 *
 * export const isGone = (error: unknown): boolean =>
 *   error instanceof UnexpectedResponseError && error.status === 404;
 * ```
 */
export class UnexpectedResponseError extends TypeError {
  override readonly name = 'UnexpectedResponseError';

  constructor(
    message: string,
    readonly status: number,
    readonly headers: Headers,
  ) {
    super(message);
  }
}

/**
 * Reads a response as CallResponse types it.
 *
 * @throws UnexpectedResponseError for a response that the document does not state
 * @throws TypeError for JSON that does not match
 */
export async function readResponse(
  { contract, validators }: CallContract,
  { operationId, method, responses }: CompiledOperation,
  response: Response,
): Promise<unknown> {
  const { status, headers } = response;
  const subject = `The response ${status} to ${operationId}`;
  const key = responseKeyFor(responses, status);
  const { content = {} } = (key === undefined ? undefined : responses[key]) ?? {};
  const ranges = forbidsContent(status) || method === 'HEAD' ? [] : Object.keys(content);
  if (key !== undefined && ranges.length === 0) {
    // It ends no sooner than its copies, which nobody reads.
    if (response.body !== null) void cancelStream(response.body);
    return { status, mediaType: undefined, headers, body: undefined };
  }
  const sent = parseMediaType(headers.get('content-type') ?? '');
  const range = sent && matchMediaRange(ranges, sent);
  const media = range === undefined ? undefined : content[range];
  if (sent === undefined || range === undefined || media === undefined) {
    const type = sent === undefined ? 'without a media type' : `in ${sent.essence}`;
    const message = `${subject} ${type} is not documented: ${await beginning(response)}`;
    throw new UnexpectedResponseError(message, status, headers);
  }
  const stated = parseMediaType(range)?.essence ?? range;
  const schema = 'validator' in media ? media : undefined;
  const read = (json: ParsedItem): unknown => {
    if ('fault' in json) throw new TypeError(`${subject} ${json.fault}`);
    return schema && validators
      ? decodeExactly({ contract, validators }, schema, json, subject)
      : json.value;
  };
  const readBody = async (): Promise<unknown> => {
    if (media.kind === 'json') return read(parseJson(Buffer.from(await response.arrayBuffer())));
    if (media.kind === 'items' && media.framing !== 'parts')
      return itemsOf(response, media.framing, read);
    if (stated === EVENT_STREAM) return itemsOf(response, 'events', read);
    return isText(stated) ? response.text() : response.blob();
  };
  const mediaType = isRange(stated) ? sent.essence : range;
  return { status, mediaType, headers, body: await readBody() };
}

/** Ending the iteration ends the response. */
async function* itemsOf(
  { body }: Response,
  framing: TextFraming,
  read: (json: ParsedItem) => unknown,
): AsyncGenerator {
  const parser = itemParser(framing, Infinity);
  for await (const chunk of body ?? []) {
    parser.add(chunk as Uint8Array);
    for (let item = parser.next(); item !== undefined; item = parser.next()) yield read(item);
  }
  const last = parser.end();
  if (last !== undefined) yield read(last);
}

/** The first characters; a stream may have no end. */
async function beginning({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const chunk = await reader?.read();
  await reader?.cancel();
  return quote(Buffer.from(chunk?.value ?? []).toString());
}
